package tallygate.gateway.process;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tallygate.callback.Outcome;

/**
 * Notices a handler that refuses everything for good, as a bad release does: each such task would end as failed, thousands a
 * minute. Told by many threads.
 */
final class Poison {
    private final Map<Suspect, Integer> inARow = new HashMap<>();
    private final Map<Suspect, Found> toPause = new HashMap<>();
    private final Set<Suspect> told = new HashSet<>();

    /** One version of a route's handler. */
    record Suspect(String route, String version) {
        static Suspect of(WorkRoute route) {
            return new Suspect(route.name(), route.version());
        }
    }

    /** A handler whose last so many tasks were all refused for good. */
    record Found(Suspect handler, int inARow, String error) {}

    /** @return true when it is to stand still from now on; once for each row of refusals */
    synchronized boolean ended(WorkRoute route, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Permanent(String error) -> refused(route, error);
            case Outcome.Done _ -> {
                if (!inARow.isEmpty()) {
                    forget(route.name());
                }
                yield false;
            }
            case Outcome.Park _, Outcome.Retry _, Outcome.Unknown _, Outcome.Misconfigured _ -> false;
        };
    }

    private boolean refused(WorkRoute route, String error) {
        int limit = route.rules().poison();
        Suspect handler = Suspect.of(route);
        int count = inARow.merge(handler, 1, Integer::sum);
        if (limit == 0 || count < limit || !told.add(handler)) {
            return false;
        }
        toPause.put(handler, new Found(handler, count, ErrorText.of(error)));
        return true;
    }

    /** What is to be paused and has not been {@link #paused} yet. */
    synchronized List<Found> toPause() {
        return List.copyOf(toPause.values());
    }

    synchronized void paused(Suspect handler) {
        toPause.remove(handler);
    }

    /** It succeeds again, or its lane was resumed, or it is not there any more: all begin anew. */
    synchronized void forget(String route) {
        inARow.keySet().removeIf(handler -> handler.route().equals(route));
        told.removeIf(handler -> handler.route().equals(route));
        toPause.keySet().removeIf(handler -> handler.route().equals(route));
    }
}
