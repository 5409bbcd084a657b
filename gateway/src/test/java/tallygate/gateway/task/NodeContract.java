package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Node numbers are leased, heartbeats keep them, and everybody sees everybody. */
interface NodeContract extends StoreContract {
    Duration TERM = Duration.ofSeconds(30);
    List<LaneReading> LANES = List.of(
            new LaneReading("orders", 12, 3, 40, false),
            new LaneReading("tallygate:confirm:wise", 0, 0, 0, true),
            new LaneReading("a route with 中文 and\ttab", 1, 0, 3, true));

    private NodeLease join(String name) {
        return rig().nodes().join(new NodeStore.Introduction(name, "0.1.0", "digest-a"), TERM);
    }

    private NodeStore.Beat beat(NodeLease lease, String digest) {
        return rig().nodes().beat(lease, new NodeStore.Pulse(digest, 5_000, Duration.ofMillis(-12), LANES), TERM);
    }

    @Test
    default void eachNodeHasANumberAndAnIncarnationOfItsOwn() {
        Set<Integer> numbers = new HashSet<>();
        Set<Long> incarnations = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            NodeLease lease = join("n" + i);
            numbers.add(lease.node());
            incarnations.add(lease.incarnation());
        }
        assertThat(numbers).hasSize(5).allMatch(number -> number >= 0 && number <= TaskIds.NODE_MAX);
        assertThat(incarnations).hasSize(5).doesNotContain(0L);
    }

    @Test
    default void aHeartbeatKeepsTheNumberAndTellsTheDatabasesTimeAndName() {
        NodeLease lease = join("a");
        for (int i = 0; i < 3; i++) {
            rig().pass(Duration.ofSeconds(20));
            assertThat(beat(lease, "digest-a")).isInstanceOfSatisfying(NodeStore.Beat.Held.class, held -> {
                assertThat(held.server()).isNotEmpty();
                assertThat(Duration.between(
                                        held.databaseTime(),
                                        TaskIds.instantOf(rig().ids().next()))
                                .abs())
                        .isLessThan(Duration.ofSeconds(30));
            });
        }
        assertThat(join("b").node()).isNotEqualTo(lease.node());
    }

    @Test
    default void aNumberWhoseLeaseEndedIsLostAndGoesToTheNext() {
        NodeLease first = join("a");
        rig().pass(TERM);
        assertThat(beat(first, "digest-a")).isEqualTo(new NodeStore.Beat.Lost());
        NodeLease second = join("b");
        assertThat(second.node()).isEqualTo(first.node());
        assertThat(second.incarnation()).isGreaterThan(first.incarnation());
        assertThat(beat(first, "digest-a")).isEqualTo(new NodeStore.Beat.Lost());
        assertThat(beat(second, "digest-a")).isInstanceOf(NodeStore.Beat.Held.class);
    }

    @Test
    default void theNextHolderMakesNoIdsFromBeforeTheLastOnesTime() {
        NodeLease first = join("a");
        long mark = rig().ids().highWaterMillis() + 1_000_000_000L;
        rig().nodes().beat(first, new NodeStore.Pulse("d", mark, Duration.ZERO, LANES), TERM);
        rig().pass(TERM);
        NodeLease second = join("b");
        assertThat(second.node()).isEqualTo(first.node());
        assertThat(second.idFloorMillis()).isGreaterThanOrEqualTo(mark);
    }

    @Test
    default void aNumberThatWasGivenBackIsFreeAtOnce() {
        NodeLease first = join("a");
        rig().nodes().leave(first, 77);
        NodeLease second = join("b");
        assertThat(second.node()).isEqualTo(first.node());
        assertThat(second.idFloorMillis()).isEqualTo(78);
        rig().nodes().leave(first, 1_000);
        assertThat(beat(second, "digest-a"))
                .as("only its holder can give a number back")
                .isInstanceOf(NodeStore.Beat.Held.class);
    }

    @Test
    default void differentConfigurationsAndClocksAreVisible() {
        NodeLease a = join("a");
        NodeLease b = join("b");
        beat(a, "digest-a");
        beat(b, "digest-b");
        List<NodeStore.NodeRow> nodes = rig().nodes().nodes();
        assertThat(nodes).hasSize(2).allMatch(NodeStore.NodeRow::isAlive);
        assertThat(nodes).extracting(NodeStore.NodeRow::configDigest).containsExactly("digest-a", "digest-b");
        assertThat(nodes.getFirst().clockSkew()).isEqualTo(Duration.ofMillis(-12));
        assertThat(nodes.getFirst().name()).isEqualTo("a");
        assertThat(nodes.getFirst().lanes()).isEqualTo(LANES);
        rig().pass(TERM);
        assertThat(rig().nodes().nodes()).hasSize(2).noneMatch(NodeStore.NodeRow::isAlive);
        rig().pass(Duration.ofDays(1));
        assertThat(rig().nodes().nodes()).isEmpty();
    }
}
