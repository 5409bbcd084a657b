package tallygate.gateway.admin.console;

import java.util.Comparator;
import java.util.List;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.ingest.EndpointDesk;

/**
 * An endpoint's health in a line, as this node has seen it.
 *
 * @param refused requests that were not taken as genuine, since the node's start
 * @param last when the last genuine one came, for people
 */
public record EndpointLine(String name, String href, EndpointPages.State state, long refused, String last) {
    private static final int SHOWN = 8;
    private static final List<String> WORST_FIRST = List.of("failed", "warn", "success", "idle");

    /** Those that need a look first, and only so many. */
    static List<EndpointLine> worstFirst(Look look, List<EndpointDesk.EndpointUse> endpoints) {
        return endpoints.stream()
                .map(use -> new EndpointLine(
                        use.endpoint().name(),
                        "/endpoints/" + Local.encode(use.endpoint().name()),
                        EndpointPages.state(look, use),
                        use.refused(),
                        use.last().map(look::ago).orElse("–")))
                .sorted(Comparator.comparingInt(
                        line -> WORST_FIRST.indexOf(line.state().sign())))
                .limit(SHOWN)
                .toList();
    }
}
