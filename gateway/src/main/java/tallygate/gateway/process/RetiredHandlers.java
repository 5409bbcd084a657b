package tallygate.gateway.process;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.handler.Handler;

/** Handlers of routes that a reload replaced or took away: each is closed once no task is held under it. */
final class RetiredHandlers {
    private static final Logger log = LoggerFactory.getLogger(RetiredHandlers.class);

    private final Holdings holdings;
    private final List<Handler> retired = new ArrayList<>();
    private List<Handler> current = List.of();

    RetiredHandlers(Holdings holdings) {
        this.holdings = holdings;
    }

    synchronized void replaceBy(Collection<WorkRoute> routes) {
        retired.addAll(current);
        current = routes.stream().map(WorkRoute::handler).toList();
        retired.removeIf(byIdentity(current)::contains);
    }

    private static Set<Handler> byIdentity(Collection<Handler> handlers) {
        Set<Handler> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.addAll(handlers);
        return set;
    }

    synchronized void closeUnused() {
        if (retired.isEmpty()) {
            return;
        }
        Set<Handler> used = byIdentity(holdings.handlersInUse());
        retired.removeIf(handler -> !used.contains(handler) && close(handler));
    }

    /** At the end of a drain: calls that have not come back by now are not waited for. */
    synchronized void closeAll() {
        retired.addAll(current);
        current = List.of();
        retired.forEach(RetiredHandlers::close);
        retired.clear();
    }

    private static boolean close(Handler handler) {
        try {
            handler.close();
        } catch (RuntimeException e) {
            log.warn(
                    "handler={} did not close, it is left behind: {}",
                    handler.getClass().getSimpleName(),
                    e.toString());
        }
        return true;
    }
}
