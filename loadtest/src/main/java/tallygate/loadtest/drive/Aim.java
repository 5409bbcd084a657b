package tallygate.loadtest.drive;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * Where load goes, and over how much.
 *
 * @param targets connections are dealt out to them in turn
 * @param connections of all loops together
 * @param patience a message without an answer for so long has failed
 */
public record Aim(List<InetSocketAddress> targets, int connections, Duration patience) {
    public Aim {
        targets = List.copyOf(targets);
        if (targets.isEmpty() || connections < 1) {
            throw new IllegalArgumentException("load needs a target and a connection");
        }
    }

    /** What one of several loops gets. */
    Aim share(int loop, int loops) {
        int own = connections / loops + (loop < connections % loops ? 1 : 0);
        return new Aim(targets, Math.max(1, own), patience);
    }
}
