package tallygate.gateway;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import tallygate.callback.Answer;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.ingest.CallbackIntake;
import tallygate.gateway.ingest.Endpoint;
import tallygate.gateway.ingest.EndpointDesk;
import tallygate.gateway.ingest.EndpointTable;
import tallygate.gateway.ingest.IngestLimits;
import tallygate.gateway.ingest.IntakeParts;
import tallygate.gateway.ingest.IpAllowList;
import tallygate.gateway.ingest.KeyDesk;
import tallygate.gateway.ingest.KeyWatch;
import tallygate.gateway.ingest.NodeIdentity;
import tallygate.gateway.ingest.RefusalLimits;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.Rejection;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** An endpoint {@code shop} that refuses everything until its key is put right, with what people do about that. */
final class RefusingEndpoint implements BoundProvider, AutoCloseable {
    private static final Answer NO = Answer.of(401, "text/plain", "failure");

    private final MySqlStores stores;
    private final KeyDesk desk;
    private final CallbackIntake intake;
    private volatile boolean isPutRight;

    /** @param others endpoints beside it */
    RefusingEndpoint(MySqlStores stores, TaskIds ids, Clock clock, List<Endpoint> others) {
        this.stores = stores;
        var alerts = new LoggedAlerts();
        var meters = new SimpleMeterRegistry();
        var parts = new IntakeParts(
                () -> stores.intake("writer", ids::next),
                new LateHandOver(),
                stores.rejected(),
                () -> Optional.of(new NodeIdentity(ids, 7)),
                meters,
                clock,
                System::nanoTime,
                new SplittableRandom(1),
                alerts);
        Endpoint shop = new Endpoint(
                "shop", "shop", "text", "orders", this, Set.of("POST"), List.of(), IpAllowList.everyone(), false);
        List<Endpoint> all = new ArrayList<>(others);
        all.add(shop);
        intake = new CallbackIntake(parts, IngestLimits.standard(), RefusalLimits.standard(), new EndpointTable(all));
        intake.start();
        desk = KeyDesk.of(intake, stores.admin(), stores.rejected(), new KeyWatch(clock, alerts, meters));
    }

    EndpointDesk endpoints() {
        return intake.endpointDesk(stores.admin());
    }

    KeyDesk desk() {
        return desk;
    }

    void putRight(boolean isRight) {
        isPutRight = isRight;
    }

    /** A refused request, kept. */
    long refused(String body, Instant at) {
        RawRequest request = new RawRequest(
                "POST",
                "https",
                "pay.example",
                "/callbacks/shop",
                List.of(),
                body.getBytes(StandardCharsets.UTF_8),
                "203.0.113.7");
        Rejection rejection = new Rejection(
                "shop", "text", Reason.SIGNATURE_MISMATCH, "no key matches", at, Duration.ofDays(35), request);
        RejectedStore.Kept kept = stores.rejected()
                .keep(List.of(rejection), new RejectedStore.Caps(1_000, 1_000))
                .getFirst();
        return ((RejectedStore.Kept.Stored) kept).id();
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) {
        return isPutRight
                ? new Judgement.Genuine(List.of(), "", "key-1", Answer.of(200, "text/plain", "stored"))
                : new Judgement.Refused(Reason.SIGNATURE_MISMATCH, "no key matches", NO);
    }

    @Override
    public List<Finding> explain(RawRequest request, Optional<Instant> at) {
        return List.of(new Finding(Finding.Cause.BODY_ALTERED, "it fits 21 bytes, 22 <b>came</b>"));
    }

    @Override
    public Answer tryAgain() {
        return Answer.of(503, "text/plain", "again");
    }

    @Override
    public boolean isSlow() {
        return false;
    }

    @Override
    public void close() {
        desk.close();
        try {
            intake.drain(Duration.ofSeconds(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
