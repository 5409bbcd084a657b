package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.Answer;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.RejectedRequest;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.Rejection;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Requests that were refused for want of a key are taken once the key is there, as of the moment they came. */
class ReverificationTest {
    private static final Actor ANNA = new Actor("anna", "cli");

    private final IntakeRig rig = new IntakeRig();
    private final Reverification again = rig.intake.reverification();
    private final List<Instant> judgedAt = new ArrayList<>();

    @BeforeEach
    void start() {
        rig.intake.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        rig.intake.drain(Duration.ofSeconds(5));
    }

    private long kept(String body) {
        Rejection rejection = new Rejection(
                "shop",
                "text",
                Reason.SIGNATURE_MISMATCH,
                "no key matches",
                rig.clock.instant(),
                Duration.ofDays(35),
                IntakeRig.request("POST", "/callbacks/shop", body));
        RejectedStore.Kept kept = rig.store
                .keep(List.of(rejection), new RejectedStore.Caps(10, 10))
                .getFirst();
        return ((RejectedStore.Kept.Stored) kept).id();
    }

    /** The provider with the key that was missing: what was forged to it before is genuine now. */
    private void putKeyRight() {
        TextProvider text = new TextProvider(false);
        BoundProvider fixed = new BoundProvider() {
            @Override
            public Judgement judge(RawRequest request, Optional<Instant> at) {
                judgedAt.add(at.orElseThrow());
                String body = new String(request.body(), java.nio.charset.StandardCharsets.UTF_8);
                return text.judge(IntakeRig.request("POST", request.target(), body.replace("forged ", "")), at);
            }

            @Override
            public Answer tryAgain() {
                return text.tryAgain();
            }

            @Override
            public boolean isSlow() {
                return false;
            }
        };
        rig.intake.replace(new EndpointTable(List.of(new Endpoint(
                "shop", "shop", "text", "orders", fixed, Set.of("POST"), List.of(), IpAllowList.everyone(), false))));
    }

    private String result(long id) {
        return rig.store.find(id).map(RejectedRequest::result).orElseThrow();
    }

    private double counted(String result) {
        return rig.count("tallygate.rejected.verified", "endpoint", "shop", "result", result);
    }

    @Test
    void aGenuineOneIsStoredNotedAndCountedAsOfItsArrival() throws InterruptedException {
        Instant arrival = rig.clock.instant();
        long id = kept("forged evt_1 100 paid-1");
        putKeyRight();
        rig.clock.tick(Duration.ofDays(3));
        Verified verified = again.verify(id, ANNA);
        assertThat(judgedAt).containsExactly(arrival);
        assertThat(rig.rows()).singleElement().satisfies(row -> {
            assertThat(row.eventId()).isEqualTo("evt_1");
            assertThat(verified).isEqualTo(new Verified.Taken(List.of(row.id())));
            assertThat(result(id)).isEqualTo("genuine task=" + row.id().value());
        });
        assertThat(counted("genuine")).isEqualTo(1);
    }

    @Test
    void verifyingTwiceStoresOnce() throws InterruptedException {
        long id = kept("forged evt_1 100");
        putKeyRight();
        again.verify(id, ANNA);
        String first = result(id);
        assertThat(again.verify(id, ANNA)).isEqualTo(new Verified.TakenBefore(first));
        assertThat(rig.rows()).hasSize(1);
        assertThat(judgedAt).hasSize(1);
    }

    @Test
    void whatTheProviderDeliveredAgainMeanwhileIsADuplicate() throws InterruptedException {
        long id = kept("forged evt_1 100");
        putKeyRight();
        Exchange late = rig.post("evt_1 100");
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(10)).until(late::isAcknowledged);
        assertThat(again.verify(id, ANNA)).isInstanceOf(Verified.Taken.class);
        assertThat(rig.rows()).hasSize(1);
        assertThat(result(id))
                .startsWith("genuine task=" + rig.rows().getFirst().id().value());
    }

    @Test
    void aForgeryStaysRefusedAndIsNoted() throws InterruptedException {
        long id = kept("forged evt_1 100");
        assertThat(again.verify(id, ANNA)).isInstanceOf(Verified.Refused.class);
        assertThat(result(id)).isEqualTo("signature-mismatch");
        assertThat(rig.rows()).isEmpty();
        assertThat(counted("refused")).isEqualTo(1);
        putKeyRight();
        assertThat(again.verify(id, ANNA)).isInstanceOf(Verified.Taken.class);
    }

    @Test
    void whatCannotBeStoredNowIsNotNotedAndCanBeVerifiedAgain() throws InterruptedException {
        long id = kept("forged evt_1 100");
        putKeyRight();
        Optional<NodeIdentity> identity = rig.identity;
        rig.identity = Optional.empty();
        assertThat(again.verify(id, ANNA)).isInstanceOf(Verified.NotStored.class);
        assertThat(result(id)).isEmpty();
        rig.identity = identity;
        assertThat(again.verify(id, ANNA)).isInstanceOf(Verified.Taken.class);
    }

    @Test
    void allOfAnEndpointAreVerifiedNewestFirstAndTakenOnesPassedOver() throws InterruptedException {
        long first = kept("forged evt_1 100");
        long second = kept("forged evt_2 200");
        long hopeless = kept("unsigned");
        putKeyRight();
        again.verify(first, ANNA);
        Map<Long, Verified> results = again.verifyAll("shop", Optional.empty(), 50, ANNA);
        assertThat(results.keySet()).containsExactly(hopeless, second);
        assertThat(results.get(second)).isInstanceOf(Verified.Taken.class);
        assertThat(results.get(hopeless)).isInstanceOf(Verified.Refused.class);
        assertThat(again.verifyAll("shop", Optional.of(Reason.DECRYPT_FAILED), 50, ANNA))
                .isEmpty();
    }

    @Test
    void aRequestOfAnEndpointThatIsGoneIsToldAndKept() throws InterruptedException {
        long id = kept("forged evt_1 100");
        rig.intake.replace(new EndpointTable(List.of(IntakeRig.endpoint("other"))));
        assertThat(again.verify(id, ANNA)).isInstanceOf(Verified.Impossible.class);
        assertThat(again.verify(4_711, ANNA)).isInstanceOf(Verified.Impossible.class);
        assertThat(result(id)).isEmpty();
    }
}
