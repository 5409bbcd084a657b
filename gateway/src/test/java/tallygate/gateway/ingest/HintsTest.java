package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

class HintsTest {
    private final IntakeRig rig = new IntakeRig();

    @Test
    void aHintIsStoredAsAQuestionForLaterWithoutAmountOrEffectAndThenAnsweredAsItsDefinitionSays() {
        Exchange exchange = rig.post("hint tr_1");
        assertThat(exchange.isAnswered()).isFalse();
        rig.work();
        assertThat(exchange.body()).isEqualTo("hint taken");
        TaskRow row = rig.rows().getFirst();
        assertThat(row.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(row.route()).startsWith(Hints.ROUTE + ":");
        assertThat(Duration.between(row.createdAt(), row.nextRetryTime())).isEqualTo(Hints.WINDOW);
        assertThat(row.eventId()).startsWith("hint:tr_1:");
        assertThat(row.effectKey()).isEmpty();
        assertThat(row.amountMinor()).isEmpty();
        assertThat(rig.workers.given).isEmpty();
    }

    @Test
    void aForgedHintDoesNotTakeTheIdOfTheGenuineEvent() {
        rig.deliver("hint evt_1");
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
        assertThat(rig.workers.given).extracting(t -> t.eventId()).containsExactly("evt_1");
    }

    @Test
    void hintsOfOneIdThatComeTogetherShareARow() {
        Exchange one = rig.post("hint tr_1");
        Exchange two = rig.post("hint tr_1");
        Exchange other = rig.post("hint tr_2");
        rig.work();
        assertThat(List.of(one, two, other)).allMatch(e -> e.body().equals("hint taken"));
        assertThat(rig.rows()).hasSize(2);
    }

    @Test
    void aHintSharesARowOnlyWhileNobodyCanHaveAskedYet() {
        rig.deliver("hint tr_1");
        rig.clock.tick(Hints.WINDOW.minusMillis(1));
        assertThat(rig.post("hint tr_1").body()).isEqualTo("hint taken");
        assertThat(rig.rows()).hasSize(1);
        rig.clock.tick(Duration.ofMillis(1));
        assertThat(rig.deliver("hint tr_1").body()).isEqualTo("hint taken");
        assertThat(rig.rows()).hasSize(2);
    }

    @Test
    void aHintThatIsNotStoredIsNotAcknowledged() {
        ScriptedStore[] store = new ScriptedStore[1];
        IntakeRig down = new IntakeRig(IntakeRig.Setup.standard().around(behind -> {
            store[0] = new ScriptedStore(behind);
            return store[0].thenFail(tallygate.gateway.task.StoreException.Kind.UNAVAILABLE);
        }));
        Exchange one = down.post("hint tr_1");
        Exchange two = down.post("hint tr_1");
        down.work();
        assertThat(one.status()).isEqualTo(503);
        assertThat(two.status()).isEqualTo(503);
        down.clock.tick(Duration.ofSeconds(2));
        assertThat(down.deliver("hint tr_1").body()).isEqualTo("hint taken");
    }

    @Test
    void oneAddressRaisesSoManyNewQuestionsASecondAndTheRestComeAgain() {
        for (int i = 0; i < HintRates.PER_ADDRESS_MAX; i++) {
            assertThat(rig.deliver("hint tr_" + i).body()).isEqualTo("hint taken");
        }
        assertThat(rig.post("hint tr_more").status()).isEqualTo(503);
        assertThat(rig.post("hint tr_1").body())
                .as("a question that is there costs nothing")
                .isEqualTo("hint taken");
        assertThat(rig.rows()).hasSize(HintRates.PER_ADDRESS_MAX);
        assertThat(rig.count("tallygate.callbacks.shed", "cause", "hints")).isEqualTo(1);
        rig.clock.tick(Duration.ofSeconds(1));
        assertThat(rig.deliver("hint tr_more").body()).isEqualTo("hint taken");
    }
}
