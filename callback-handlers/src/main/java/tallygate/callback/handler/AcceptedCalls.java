package tallygate.callback.handler;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.outbound.HttpTarget;

/**
 * Where to ask for the result of calls that were accepted with a 202. Kept in memory, the newest 10,000: when a node does not
 * know the status URL, it posts again with the same idempotency key, and the receiver answers as it did the first time.
 */
final class AcceptedCalls {
    private static final int ENTRIES_MAX = 10_000;

    private final HttpTarget server;
    private final URI base;
    private final Map<Long, HttpTarget> statusByTask = new LinkedHashMap<>();

    AcceptedCalls(URI base) {
        this.base = base;
        this.server = HttpTarget.of(base);
    }

    synchronized Optional<HttpTarget> statusOf(long taskId) {
        return Optional.ofNullable(statusByTask.get(taskId));
    }

    /**
     * Remembers the status URL of a 202.
     *
     * @return false when it leads to another server: it is not asked, since the answer came from outside
     */
    synchronized boolean accepted(long taskId, String location) {
        try {
            HttpTarget target = HttpTarget.of(base.resolve(new URI(location)));
            if (!target.isSameServerAs(server)) {
                return false;
            }
            statusByTask.remove(taskId);
            statusByTask.put(taskId, target);
            if (statusByTask.size() > ENTRIES_MAX) {
                statusByTask.remove(statusByTask.keySet().iterator().next());
            }
            return true;
        } catch (URISyntaxException | IllegalArgumentException _) {
            return false;
        }
    }

    synchronized void forget(long taskId) {
        statusByTask.remove(taskId);
    }
}
