package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.BoundProvider;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.RejectedRequest;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.RawRequest;

/** A card verification value comes in, and is in no row, no hand-over and no kept refusal. */
class CardValuesTest {
    private static final Actor ANNA = new Actor("anna", "cli");

    private final IntakeRig rig = new IntakeRig();

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void isWithout(RawRequest request) {
        assertThat(text(request.body())).contains("cvv=***").doesNotContain("123");
        assertThat(VerificationValues.isMarked(request)).isTrue();
    }

    @Test
    void neitherTheRowNorTheHandlerGetsIt() {
        assertThat(rig.deliver("evt_1 100 paid-1  EUR cvv=123").isAcknowledged())
                .isTrue();
        LeasedTask given = rig.workers.given.getFirst();
        isWithout(given.request());
        assertThat(text(given.content())).endsWith("cvv=***");
        var stored = rig.store.content(rig.rows().getFirst().id()).orElseThrow();
        isWithout(stored.request());
        assertThat(text(stored.content())).endsWith("cvv=***");
        assertThat(rig.count("tallygate.card.values.dropped", "endpoint", "shop"))
                .isEqualTo(1);
    }

    @Test
    void aSecondDeliveryIsTheSameEventAndOneWithAnotherValueIsAConflict() {
        rig.deliver("evt_1 100 paid-1  EUR cvv=123");
        assertThat(rig.deliver("evt_1 100 paid-1  EUR cvv=123").isAcknowledged())
                .isTrue();
        assertThat(rig.rows()).hasSize(1);
        rig.deliver("evt_1 100 paid-1  EUR cvv=456");
        assertThat(rig.count("tallygate.conflicts", "endpoint", "shop")).isEqualTo(1);
    }

    @Test
    void anUnsignedNoticeIsKeptWithoutIt() {
        rig.deliver("hint h-1 cvv=123");
        isWithout(rig.store.content(rig.rows().getFirst().id()).orElseThrow().request());
    }

    @Test
    void aRefusedOneIsKeptWithoutItAndSaysWhyItCannotBeVerifiedAgain() throws InterruptedException {
        rig.intake.start();
        rig.post("forged evt_1 cvv=123");
        rig.intake.drain(Duration.ofSeconds(5));
        RejectedRequest kept = rig.store.list("shop", Long.MAX_VALUE, 10).getFirst();
        isWithout(kept.rejection().request());
        assertThat(kept.isIntact()).isTrue();
        assertThat(rig.intake.reverification().verify(kept.id(), ANNA))
                .isInstanceOfSatisfying(
                        Verified.Impossible.class,
                        impossible -> assertThat(impossible.why()).contains("card verification values were dropped"));
        assertThat(rig.store.find(kept.id()).map(RejectedRequest::result)).contains("");
    }

    @Test
    void whatALeakedKeySignedNamesThemAsPossible() {
        rig.deliver("evt_1 100 paid-1  EUR cvv=123");
        rig.deliver("evt_2 100");
        var trial = new KeyTrial(rig.store, rig.store);
        BoundProvider refusing = KeyTrialTest.stripe("whsec_other");
        assertThat(trial.signedBy("shop", refusing, "key-1", 10))
                .singleElement()
                .satisfies(signed -> {
                    assertThat(signed.isProven()).isFalse();
                    assertThat(signed.task().eventId()).isEqualTo("evt_1");
                });
        KeyTrial.Report report = trial.of("shop", refusing, 10);
        assertThat(report.stored()).isEqualTo(1);
        assertThat(report.lost()).hasSize(1);
    }
}
