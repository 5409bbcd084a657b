package tallygate.gateway;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.NodeStore;

/** Sees whether the live nodes of one installation run with one configuration, and says so when that changes. */
final class ConfigDrift {
    private static final Logger log = LoggerFactory.getLogger(ConfigDrift.class);

    private volatile Map<String, String> others = Map.of();

    /**
     * @param own digest of this node's configuration
     * @param incarnation this node's
     */
    void judge(List<NodeStore.NodeRow> nodes, String own, long incarnation) {
        Map<String, String> differing = new TreeMap<>();
        for (NodeStore.NodeRow node : nodes) {
            if (node.isAlive()
                    && node.incarnation() != incarnation
                    && !node.configDigest().equals(own)) {
                differing.put(node.name(), shown(node.configDigest()));
            }
        }
        if (!differing.equals(others)) {
            if (differing.isEmpty()) {
                log.info("event=CONFIG_ALIKE all live nodes have this node's configuration");
            } else {
                log.warn(
                        "event=CONFIG_DRIFT nodes={} this={}; each works by its own configuration and leaves alone what"
                                + " it does not know: bring them together",
                        differing,
                        shown(own));
            }
        }
        others = Map.copyOf(differing);
    }

    int nodes() {
        return others.size();
    }

    private static String shown(String digest) {
        return digest.substring(0, Math.min(12, digest.length()));
    }
}
