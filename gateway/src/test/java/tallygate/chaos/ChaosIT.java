package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.chaos.Watch.Sometimes;

/**
 * Everything that can go wrong, at once, by a seed; then quiet; then I1 to I10 over all that is left. {@code -Dchaos.all=true} adds
 * three nodes and demands that each kind of fault and consequence was seen, {@code -Dchaos.minutes=60} goes on with new seeds for an
 * hour, {@code -Dchaos.seed=N -Dchaos.nodes=M} runs one again; on a machine that is busy with other things three nodes need more
 * than the two minutes in which everything must end: {@code -Dchaos.quiet=600}.
 */
class ChaosIT {
    private static final Logger log = LoggerFactory.getLogger(ChaosIT.class);
    private static final int SECONDS = 40;
    /** Three nodes share what strikes them: it takes longer until each kind of consequence was seen. */
    private static final int SECONDS_OF_THREE = 75;

    private static final long MINUTES = Long.getLong("chaos.minutes", 0);
    private static final long[] SEEDS = {20_261_201, 4_711};

    @TempDir
    private Path folder;

    private final Watch watch = new Watch();
    private final Set<Fault> struck = EnumSet.noneOf(Fault.class);
    private final List<String> broken = new ArrayList<>();

    @Test
    @Tag("F-01")
    @Tag("F-16")
    @Tag("F-34")
    @Tag("F-54")
    void nothingIsLostDoneTwiceOrLeftBehindWhateverFails() throws Exception {
        assumeTrue(MariaDb.isHere(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        if (Long.getLong("chaos.seed") != null) {
            once(Long.getLong("chaos.seed"), Integer.getInteger("chaos.nodes", 1));
        } else {
            once(SEEDS[0], 1);
            if (Boolean.getBoolean("chaos.all") || MINUTES > 0) {
                once(SEEDS[1], 3);
                everythingHappened();
            }
            long end = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
            for (long seed = System.nanoTime() & 0xff_ffff; System.nanoTime() - end < 0; seed++) {
                once(seed, seed % 3 == 0 ? 3 : 1);
            }
        }
        assertThat(broken).isEmpty();
    }

    private void once(long seed, int nodes) throws Exception {
        int seconds = Integer.getInteger("chaos.seconds", nodes == 1 ? SECONDS : SECONDS_OF_THREE);
        String replay = "-Dchaos.seed=" + seed + " -Dchaos.nodes=" + nodes + " -Dchaos.seconds=" + seconds;
        log.warn("seed={} nodes={} replay with: mvn -pl gateway -am verify -Dit.test=ChaosIT {}", seed, nodes, replay);
        Path own = Files.createDirectories(folder.resolve("seed-" + seed));
        try (Run run = new Run(own, nodes, nodes == 1, seed, watch, NodeOptions.NONE)) {
            run.warm();
            Evidence evidence = run.run(Duration.ofSeconds(seconds));
            struck.addAll(run.struck());
            Checker.broken(evidence).forEach(line -> broken.add(line + " (" + replay + ")"));
        }
        assertThat(broken).as("seed %d", seed).isEmpty();
    }

    /** A run in which nothing happened proves nothing. */
    private void everythingHappened() {
        Set<Sometimes> never = EnumSet.allOf(Sometimes.class);
        never.removeAll(watch.seen());
        Set<Fault> unstruck = EnumSet.allOf(Fault.class);
        unstruck.removeAll(struck);
        log.warn("never seen: {}, never struck: {}", never, unstruck);
        assertThat(never)
                .as("never happened over all seeds: the rig no longer tests it")
                .isEmpty();
        assertThat(unstruck.stream().filter(fault -> fault.part() != Fault.Part.CLOCK && fault != Fault.FULL_DISK))
                .as("never struck")
                .isEmpty();
    }
}
