package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Asked;
import tallygate.gateway.reconcile.GapCheck;
import tallygate.gateway.reconcile.GapCheck.Checked;
import tallygate.gateway.reconcile.Recovery;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.RawRequest;

/** The gap check against a simulated provider, on a real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GapCheckTest {
    private static final Instant NOW = Instant.parse("2026-05-02T12:00:00Z");
    private static final Account.Target TARGET = new Account.Target("shop", "stripe", "orders", false, false);

    private final TaskIds ids = new TaskIds(11, 0, Clock.systemUTC());
    private Optional<RealRig> opened = Optional.empty();
    private Provider provider = new Provider();

    @BeforeAll
    void open() {
        opened = Optional.of(new RealRig(TestDatabases.embedded()));
    }

    @BeforeEach
    void empty() {
        rig().empty();
        provider = new Provider();
    }

    @AfterAll
    void close() {
        opened.ifPresent(RealRig::close);
    }

    private RealRig rig() {
        return opened.orElseThrow();
    }

    /** Keeps events and pages through them, two a page; may break in the middle. */
    private static final class Provider implements EventList, Asked {
        private final List<ListedEvent> events = new ArrayList<>();
        private final List<Span> spans = new ArrayList<>();
        private int breaksAtPage = Integer.MAX_VALUE;

        void made(String id, String at) {
            events.add(new ListedEvent(id, "paid", Instant.parse(at), id.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public Duration retention() {
            return Duration.ofDays(30);
        }

        @Override
        public Listed page(Span span, String cursor, QueryTools tools) {
            int page = cursor.isEmpty() ? 0 : Integer.parseInt(cursor);
            if (page == 0) {
                spans.add(span);
            }
            if (page == breaksAtPage) {
                return new Failed("HTTP 500", false, Optional.empty());
            }
            List<ListedEvent> within = events.stream()
                    .filter(e -> !e.createdAt().isBefore(span.since())
                            && e.createdAt().isBefore(span.until()))
                    .toList();
            int from = Math.min(page * 2, within.size());
            int to = Math.min(from + 2, within.size());
            return new Page(
                    within.subList(from, to),
                    to < within.size() ? Optional.of(String.valueOf(page + 1)) : Optional.empty());
        }

        @Override
        public Optional<StateQuery> state(String endpoint) {
            return Optional.empty();
        }

        @Override
        public Optional<EventList> events(String endpoint) {
            return Optional.of(this);
        }

        @Override
        public List<PaymentEvent> read(String endpoint, RawRequest request) {
            String id = new String(request.body(), StandardCharsets.UTF_8);
            return List.of(new PaymentEvent(
                    id,
                    "paid",
                    "payment",
                    "PG-" + id,
                    "tx-" + id,
                    "",
                    OptionalLong.of(100),
                    "EUR",
                    "",
                    Optional.empty(),
                    Optional.of(new PaymentEvent.Effect("paid", "tx-" + id)),
                    new byte[32],
                    request.body()));
        }

        @Override
        public Optional<Account.Target> target(String endpoint) {
            return Optional.empty();
        }

        @Override
        public Set<String> openTypes() {
            return Set.of();
        }

        @Override
        public QueryTools tools() {
            return new QueryTools(
                    _ -> {
                        throw new IllegalStateException("nobody calls out here");
                    },
                    Clock.systemUTC(),
                    new SplittableRandom(1));
        }
    }

    private Checked check(Instant now, boolean isAfterFailover) throws InterruptedException {
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        Recovery recovery =
                new Recovery(rig().stores().intake("gap", ids::next), ids::next, Duration.ofDays(400), clock);
        return new GapCheck(rig().stores().gaps(), recovery, provider, clock).check("acc", TARGET, isAfterFailover);
    }

    private void stored(String event) {
        rig().execute("INSERT INTO async_task (source, endpoint, event_id, status) VALUES ('acc', 'shop', '" + event
                + "', 2)");
    }

    @Tag("O-116")
    @Test
    @Tag("F-60")
    void onlyWhatIsMissingIsBroughtIn() throws Exception {
        provider.made("e1", "2026-05-02T09:00:00Z");
        provider.made("e2", "2026-05-02T09:10:00Z");
        provider.made("e3", "2026-05-02T09:20:00Z");
        stored("e1");
        stored("e3");

        assertThat(check(NOW, false))
                .isInstanceOfSatisfying(
                        Checked.Whole.class,
                        whole -> assertThat(whole.broughtIn()).isOne());

        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE event_id = 'e2' AND status = 0"
                        + " AND remote_address = 'recovered:event-list'"))
                .isOne();
        assertThat(rig().number("SELECT COUNT(*) FROM async_task")).isEqualTo(3);
    }

    @Test
    void whatIsBroughtInOnceIsKnownTheNextTime() throws Exception {
        provider.made("e1", "2026-05-02T11:00:00Z");
        check(NOW, false);

        assertThat(check(NOW.plus(Duration.ofMinutes(10)), false))
                .isInstanceOfSatisfying(Checked.Whole.class, whole -> {
                    assertThat(whole.listed()).isOne();
                    assertThat(whole.broughtIn()).isZero();
                });
    }

    @Test
    void theLiveCallbackIsGivenFiveMinutes() throws Exception {
        provider.made("e1", "2026-05-02T11:56:00Z");

        check(NOW, false);
        assertThat(rig().number("SELECT COUNT(*) FROM async_task")).isZero();
        check(NOW.plus(Duration.ofMinutes(10)), false);
        assertThat(rig().number("SELECT COUNT(*) FROM async_task")).isOne();
    }

    @Test
    void aListThatBreaksInTheMiddleIsReadAgainFromItsBeginning() throws Exception {
        for (int i = 0; i < 5; i++) {
            provider.made("e" + i, "2026-05-02T09:0" + i + ":00Z");
        }
        provider.breaksAtPage = 1;
        assertThat(check(NOW, false)).isInstanceOf(Checked.Broken.class);
        rig().execute("UPDATE event_gap_mark SET lease_until = UTC_TIMESTAMP(3)");
        provider.breaksAtPage = Integer.MAX_VALUE;

        check(NOW, false);

        assertThat(provider.spans.get(1)).isEqualTo(provider.spans.get(0));
        assertThat(rig().number("SELECT COUNT(*) FROM async_task")).isEqualTo(5);
    }

    @Test
    void theNextSpanOverlapsTheLastByTwoHours() throws Exception {
        check(NOW, false);
        check(NOW.plus(Duration.ofHours(3)), false);

        assertThat(provider.spans.get(1).since())
                .isEqualTo(NOW.minus(Duration.ofMinutes(5)).minus(Duration.ofHours(2)));
    }

    @Test
    void afterAFailoverAnHourBeforeItIsComparedAtLeast() throws Exception {
        check(NOW, false);
        check(NOW.plus(Duration.ofMinutes(1)), true);

        assertThat(provider.spans.get(1).since())
                .isBeforeOrEqualTo(NOW.plus(Duration.ofMinutes(1)).minus(Duration.ofHours(1)));
    }

    @Test
    void aMarkOlderThanTheProvidersMemoryIsSaid() throws Exception {
        check(NOW.minus(Duration.ofDays(60)), false);

        assertThat(check(NOW, false)).isInstanceOfSatisfying(Checked.Whole.class, whole -> {
            assertThat(whole.isTooLate()).isTrue();
            assertThat(whole.since()).isAfter(NOW.minus(Duration.ofDays(30)));
        });
    }

    @Test
    void twoNodesDoNotCompareOneAccountAtOnce() throws Exception {
        assertThat(rig().stores().gaps().take("acc", Duration.ofMinutes(10))).isPresent();

        assertThat(check(NOW, false)).isInstanceOf(Checked.Skipped.class);
    }
}
