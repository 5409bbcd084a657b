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
    private final Map<String, Integer> inARow = new HashMap<>();
    private final Map<String, Found> toPause = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    /** A route whose last so many tasks were all refused for good. */
    record Found(String route, int inARow, String error) {}

    /** @return true when its route is to stand still from now on; once for each row of refusals */
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
        int count = inARow.merge(route.name(), 1, Integer::sum);
        if (limit == 0 || count < limit || !told.add(route.name())) {
            return false;
        }
        toPause.put(route.name(), new Found(route.name(), count, ErrorText.of(error)));
        return true;
    }

    /** What is to be paused and has not been {@link #paused} yet. */
    synchronized List<Found> toPause() {
        return List.copyOf(toPause.values());
    }

    synchronized void paused(String route) {
        toPause.remove(route);
    }

    /** It succeeds again, or its lane was resumed: it begins anew. */
    synchronized void forget(String route) {
        inARow.remove(route);
        told.remove(route);
        toPause.remove(route);
    }
}
