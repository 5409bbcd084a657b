package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyMove;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.DiscrepancyRow;
import tallygate.gateway.task.DiscrepancyStatus;
import tallygate.gateway.task.DiscrepancyStore;
import tallygate.gateway.task.DiscrepancyStore.Moved;
import tallygate.gateway.task.DiscrepancyStore.Opened;

/** Discrepancies on a real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiscrepancyStoreTest {
    private static final Actor ANNE = new Actor("anne", "10.0.0.7");

    private Optional<RealRig> opened = Optional.empty();

    @BeforeAll
    void open() {
        opened = Optional.of(new RealRig(TestDatabases.embedded()));
    }

    @BeforeEach
    void empty() {
        rig().empty();
    }

    @AfterAll
    void close() {
        opened.ifPresent(RealRig::close);
    }

    private RealRig rig() {
        return opened.orElseThrow();
    }

    private DiscrepancyStore store() {
        return rig().stores().discrepancies();
    }

    private static DiscrepancyFinding finding(long theirs) {
        return new DiscrepancyFinding(
                "amount-short",
                "wechat-shop",
                "4200001",
                "bill 2026-03-01",
                OptionalLong.empty(),
                "PG-1",
                OptionalLong.of(100),
                OptionalLong.of(theirs),
                "CNY",
                "the bill says less");
    }

    private DiscrepancyRow openOne() {
        return store().find(store().open(finding(90)).id()).orElseThrow();
    }

    @Test
    void aFindingIsKeptAsItWasTold() {
        DiscrepancyRow row = openOne();

        assertThat(row.finding()).isEqualTo(finding(90));
        assertThat(row.status()).isEqualTo(DiscrepancyStatus.OPEN);
        assertThat(row.owner()).isEmpty();
    }

    @Test
    void theSameFindingAgainIsTheSameDiscrepancyWithItsAmountsUpToDate() {
        long first = store().open(finding(90)).id();

        Opened again = store().open(finding(80));

        assertThat(again).isEqualTo(new Opened.Known(first));
        assertThat(store().find(first).orElseThrow().finding().theirsMinor()).hasValue(80);
    }

    @Test
    void everyMoveWritesWhoDidItFromWhatToWhat() {
        DiscrepancyRow row = openOne();

        DiscrepancyRow taken =
                made(store().move(row.id(), row.version(), new DiscrepancyMove.Assign("anne", "asking"), ANNE));
        DiscrepancyRow settled =
                made(store().move(row.id(), taken.version(), new DiscrepancyMove.Resolve("coupon of 10"), ANNE));

        assertThat(taken.status()).isEqualTo(DiscrepancyStatus.IN_WORK);
        assertThat(taken.owner()).isEqualTo("anne");
        assertThat(settled.status()).isEqualTo(DiscrepancyStatus.RESOLVED);
        assertThat(settled.resolvedBy()).isEqualTo("anne");
        assertThat(rig().stores().admin().auditLog(Long.MAX_VALUE, 10))
                .extracting(
                        audit -> audit.action() + " " + audit.before() + " > " + audit.after() + " " + audit.reason())
                .containsExactly(
                        "discrepancy-resolve status=in_work owner=anne version=1 > status=resolved owner=anne version=2"
                                + " coupon of 10",
                        "discrepancy-assign status=open owner= version=0 > status=in_work owner=anne version=1 asking");
    }

    @Test
    void aMoveOnAVersionThatIsGoneWritesNothing() {
        DiscrepancyRow row = openOne();
        made(store().move(row.id(), row.version(), new DiscrepancyMove.Assign("anne", ""), ANNE));

        Moved late = store().move(row.id(), row.version(), new DiscrepancyMove.Resolve("mine"), ANNE);

        assertThat(late)
                .isInstanceOfSatisfying(
                        Moved.Stale.class,
                        stale -> assertThat(stale.now().owner()).isEqualTo("anne"));
        assertThat(rig().number("SELECT COUNT(*) FROM audit_log")).isEqualTo(1);
    }

    @Test
    void onlyOneOfManyWhoTakeItAtOnceGetsIt() throws Exception {
        DiscrepancyRow row = openOne();
        List<Callable<Moved>> takers = java.util.stream.IntStream.range(0, 8)
                .<Callable<Moved>>mapToObj(i -> () -> store().move(
                                row.id(),
                                row.version(),
                                new DiscrepancyMove.Assign("p" + i, ""),
                                new Actor("p" + i, "x")))
                .toList();

        int got = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Moved> taken : threads.invokeAll(takers)) {
                got += taken.get() instanceof Moved.Made ? 1 : 0;
            }
        }

        assertThat(got).isOne();
        assertThat(rig().number("SELECT COUNT(*) FROM audit_log")).isOne();
    }

    @Test
    void aMoveThatIsNotLegalFromItsStatusIsRefused() {
        DiscrepancyRow row = openOne();

        assertThat(store().move(row.id(), row.version(), new DiscrepancyMove.PutBack(""), ANNE))
                .isInstanceOf(Moved.Stale.class);
        assertThat(store().move(row.id(), row.version(), new DiscrepancyMove.Reopen("why"), ANNE))
                .isInstanceOf(Moved.Stale.class);
        assertThat(store().move(4711, 0, new DiscrepancyMove.PutBack(""), ANNE)).isEqualTo(new Moved.Missing());
    }

    @Test
    void whatLaterDataExplainsIsOpenAgainWhenItComesBack() {
        DiscrepancyRow row = openOne();

        assertThat(store().explain("wechat-shop", "4200001", "amount-short", "bill corrected"))
                .isTrue();
        assertThat(store().explain("wechat-shop", "4200001", "amount-short", "again"))
                .isFalse();
        assertThat(store().find(row.id()).orElseThrow().resolvedBy()).isEqualTo("reconcile");

        assertThat(store().open(finding(70))).isEqualTo(new Opened.Reopened(row.id()));
        assertThat(store().find(row.id()).orElseThrow().status()).isEqualTo(DiscrepancyStatus.OPEN);
        assertThat(rig().number("SELECT COUNT(*) FROM audit_log")).isEqualTo(2);
    }

    @Test
    void whatAPersonSettledStaysSettled() {
        DiscrepancyRow row = openOne();
        made(store().move(row.id(), row.version(), new DiscrepancyMove.Resolve("written off"), ANNE));

        assertThat(store().open(finding(90))).isEqualTo(new Opened.Settled(row.id()));
        assertThat(store().find(row.id()).orElseThrow().resolution()).isEqualTo("written off");
    }

    @Test
    void aPageShowsWhatWasAskedForNewestFirst() {
        long first = store().open(finding(90)).id();
        DiscrepancyFinding other = new DiscrepancyFinding(
                "callback-missing",
                "stripe-eu",
                "ch_1",
                "",
                OptionalLong.empty(),
                "",
                OptionalLong.empty(),
                OptionalLong.of(1),
                "EUR",
                "");
        long second = store().open(other).id();

        assertThat(store().list(DiscrepancyQuery.unsettled(10)))
                .extracting(DiscrepancyRow::id)
                .containsExactly(second, first);
        assertThat(store().list(new DiscrepancyQuery(
                        Set.of(), Optional.of("stripe-eu"), Optional.of("callback-missing"), Long.MAX_VALUE, 10)))
                .extracting(DiscrepancyRow::id)
                .containsExactly(second);
        assertThat(store().counts())
                .extracting(count -> count.source() + " " + count.kind() + " " + count.unsettled())
                .containsExactly("stripe-eu callback-missing 1", "wechat-shop amount-short 1");
    }

    @Test
    void aResolutionNeedsWords() {
        assertThatThrownBy(() -> new DiscrepancyMove.Resolve(" ")).hasMessageContaining("a resolution has 1..1000");
    }

    private static DiscrepancyRow made(Moved moved) {
        return ((Moved.Made) moved).after();
    }
}
