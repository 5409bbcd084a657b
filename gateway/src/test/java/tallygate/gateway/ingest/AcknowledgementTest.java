package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.StoreException.Kind;
import tallygate.gateway.task.TaskId;

class AcknowledgementTest {
    private final IntakeRig rig = new IntakeRig();
    private final TextProvider provider = new TextProvider(false);

    @Test
    void nothingIsAnsweredBeforeTheCommitReturns() {
        Exchange exchange = rig.post("evt_1 100");
        assertThat(exchange.isAnswered()).isFalse();
        assertThat(rig.rows()).isEmpty();
        rig.work();
        assertThat(exchange.answer().status()).isEqualTo(200);
        assertThat(exchange.answer().contentType()).isEqualTo("text/plain");
        assertThat(exchange.answer().body()).isEqualTo("stored".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThat(exchange.answer().headers()).isEmpty();
    }

    @Test
    @Tag("O-090")
    void aRequestWithSeveralEventsIsAcknowledgedOnceAllAreCommitted() {
        Exchange exchange = rig.deliver("evt_1 100\nevt_2 200\nevt_3 300");
        assertThat(exchange.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(3);
    }

    @Test
    @Tag("O-091")
    void aRequestThatOverlapsAnEarlierOneAddsWhatIsNew() {
        rig.deliver("A 1\nB 2\nC 3");
        Exchange exchange = rig.deliver("B 2\nC 3\nD 4");
        assertThat(exchange.isAcknowledged()).isTrue();
        assertThat(rig.rows()).extracting(r -> r.eventId()).containsExactlyInAnyOrder("A", "B", "C", "D");
        assertThat(rig.workers.given).hasSize(4);
    }

    @Test
    void aRequestThatNamesOneEventTwiceStoresItOnce() {
        Exchange exchange = rig.deliver("A 1\nA 1");
        assertThat(exchange.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(1);
    }

    @Test
    void oneEventThatIsNotStoredKeepsTheWholeRequestFromBeingAcknowledged() {
        IntakeRig picky = new IntakeRig(IntakeRig.Setup.standard().around(behind -> {
            ScriptedStore store = new ScriptedStore(behind);
            store.breakQuarantine();
            return store;
        }));
        Exchange exchange = picky.deliver("A 1\nB 2   CURRENCY_THAT_IS_TOO_LONG\nC 3");
        assertThat(exchange.status()).isEqualTo(503);
        assertThat(picky.rows()).extracting(r -> r.eventId()).containsExactlyInAnyOrder("A", "C");
        assertThat(picky.count("tallygate.callbacks", "endpoint", "shop", "answer", "acknowledged"))
                .isZero();
    }

    @Test
    void aGenuineNoticeWithNothingToStoreIsAcknowledgedAtOnce() {
        assertThat(rig.post("nothing").isAcknowledged()).isTrue();
        assertThat(rig.rows()).isEmpty();
    }

    @Test
    void aHandshakeIsAnsweredAndLeavesNothing() {
        Exchange exchange = rig.post("challenge 4711");
        assertThat(exchange.body()).isEqualTo("4711");
        assertThat(rig.rows()).isEmpty();
    }

    @Test
    @Tag("O-097")
    void aDefinitionThatFailsIsNeverASuccessAndStopsNobodyElse() {
        assertThat(rig.post("bug").status()).isEqualTo(503);
        assertThat(rig.post("overflow").status()).isEqualTo(503);
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
        assertThat(rig.count("tallygate.provider.faults", "endpoint", "shop")).isEqualTo(2);
    }

    @Test
    void withoutAReceiptForEachEventThereIsNoAcknowledgement() {
        Judgement.Genuine two = genuine("A 1\nB 2");
        Receipt receipt = Receipt.of(new Insertion.Fresh(new TaskId(1)));
        assertThatThrownBy(() -> Acknowledgement.stored(two, List.of(receipt)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Acknowledgement.stored(two, List.of())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Acknowledgement.nothingToStore(two)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aProvidersSuccessAnswerIsReadInOnePlaceAndReceiptsComeFromTheStoreOnly() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tallygate.gateway");
        ArchRuleDefinition.noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Acknowledgement.class.getName())
                .and()
                .resideInAPackage("tallygate.gateway.ingest..")
                .should()
                .callMethod(Judgement.Genuine.class, "success")
                .check(classes);
        ArchRuleDefinition.noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Receipt.class.getName())
                .should()
                .callConstructor(Receipt.class, TaskId.class)
                .check(classes);
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("tallygate.gateway.ingest..")
                .should()
                .callConstructor(Insertion.Fresh.class, TaskId.class)
                .orShould()
                .callConstructor(Insertion.Duplicate.class, TaskId.class)
                .check(classes);
    }

    @Test
    void countersSayWhatTheTableSays() {
        ScriptedStore[] store = new ScriptedStore[1];
        IntakeRig counted = new IntakeRig(IntakeRig.Setup.standard().around(behind -> {
            store[0] = new ScriptedStore(behind);
            return store[0];
        }));
        counted.deliver("A 1");
        counted.deliver("A 1");
        store[0].thenFail(Kind.UNAVAILABLE);
        counted.deliver("B 1");
        counted.clock.tick(java.time.Duration.ofSeconds(2));
        store[0].thenCommitSilently();
        counted.deliver("B 1");
        counted.deliver("C 1 pay_1");
        counted.deliver("D 1 pay_1");
        counted.deliver("forged");
        assertThat(counted.rows()).hasSize(4);
        assertThat(counted.count("tallygate.events.stored", "endpoint", "shop")).isEqualTo(4);
        assertThat(counted.count("tallygate.callbacks", "endpoint", "shop", "answer", "acknowledged"))
                .isEqualTo(5);
        assertThat(counted.count("tallygate.callbacks", "endpoint", "shop", "answer", "try-again"))
                .isEqualTo(1);
        assertThat(counted.count("tallygate.callbacks", "endpoint", "shop", "answer", "refused"))
                .isEqualTo(1);
        assertThat(counted.meters.get("tallygate.ack.time").timer().count()).isEqualTo(5);
    }

    private Judgement.Genuine genuine(String text) {
        return (Judgement.Genuine) provider.judge(IntakeRig.request("POST", "/callbacks/shop", text), Optional.empty());
    }
}
