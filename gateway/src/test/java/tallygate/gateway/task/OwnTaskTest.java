package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnTaskTest {
    private final MemoryRig rig = new MemoryRig();
    private final OwnTasks shop = new OwnTasks(rig.intake(), rig.ids()::next, () -> Set.of("orders", "mails"));

    @Test
    void allThatIsWrongIsSaidAtOnceAndNothingIsStored() {
        var task = new OwnTask(
                "shop",
                "ordres",
                "",
                "",
                "x".repeat(33),
                "a\0b",
                OptionalLong.of(100),
                "eur",
                new byte[(1 << 20) + 1],
                Duration.ofDays(91));
        assertThat(shop.make(task))
                .isInstanceOfSatisfying(
                        OwnTasks.Made.Refused.class,
                        refused -> assertThat(refused.problems())
                                .extracting(OwnTask.Problem::toString)
                                .containsExactly(
                                        "eventId is missing",
                                        "bizType has at most 32 characters, had 33",
                                        "bizId holds a NUL or half a surrogate pair",
                                        "currency is three capital letters (ISO 4217), was eur",
                                        "payload has at most 1048576 bytes, had 1048577",
                                        "delaySeconds is 0..7776000, was 7862400",
                                        "route is none of this node's; known: mails, orders"));
        assertThat(rig.rows()).isEmpty();
    }

    @Test
    void anAmountNeedsItsCurrency() {
        var task = new OwnTask("shop", "orders", "e", "", "", "", OptionalLong.of(100), "", new byte[0], Duration.ZERO);
        assertThat(task.problems()).containsExactly(new OwnTask.Problem("currency", "is missing beside amountMinor"));
    }
}
