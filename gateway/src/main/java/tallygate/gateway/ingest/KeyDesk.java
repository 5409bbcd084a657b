package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.offline.JudgementReport;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.RejectedRequest;
import tallygate.gateway.task.RejectedStore;

/**
 * What people do with keys and refused requests: explain one, verify it again, try keys before they go live, find what a key has
 * signed. It also sees the end of keys coming: it looks once a minute.
 */
public final class KeyDesk implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KeyDesk.class);
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

    private final Reverification reverification;
    private final KeyTrial trial;
    private final RejectedStore rejected;
    private final Supplier<EndpointTable> live;
    private final KeyWatch watch;
    private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("key-watch").daemon(true).factory());

    private KeyDesk(
            Reverification reverification,
            KeyTrial trial,
            RejectedStore rejected,
            Supplier<EndpointTable> live,
            KeyWatch watch) {
        this.reverification = reverification;
        this.trial = trial;
        this.rejected = rejected;
        this.live = live;
        this.watch = watch;
    }

    public static KeyDesk of(CallbackIntake intake, AdminStore tasks, RejectedStore rejected, KeyWatch watch) {
        KeyDesk desk =
                new KeyDesk(intake.reverification(), new KeyTrial(tasks, rejected), rejected, intake::table, watch);
        long seconds = LOOK_EVERY.toSeconds();
        desk.timer.scheduleWithFixedDelay(desk::look, 0, seconds, TimeUnit.SECONDS);
        return desk;
    }

    private void look() {
        try {
            watch.look(live.get());
        } catch (RuntimeException e) {
            log.error("the ends of keys were not looked at, the next look is due in {} s", LOOK_EVERY.toSeconds(), e);
        }
    }

    /** By endpoint name. */
    private Map<String, BoundProvider> bound() {
        Map<String, BoundProvider> bound = new LinkedHashMap<>();
        live.get().endpoints().forEach(endpoint -> bound.put(endpoint.name(), endpoint.bound()));
        return bound;
    }

    /** The names of the endpoints. */
    public List<String> endpoints() {
        return live.get().endpoints().stream().map(Endpoint::name).toList();
    }

    public Reverification reverification() {
        return reverification;
    }

    public RejectedStore rejected() {
        return rejected;
    }

    /** The keys that an endpoint holds now, without their material; empty when there is no such endpoint. */
    public Optional<List<HeldKey>> keys(String endpoint) {
        return Optional.ofNullable(bound().get(endpoint)).map(BoundProvider::keys);
    }

    /**
     * Judges a kept request with the keys of now and explains what is wrong with it, as {@code tallygate verify} does: one JSON
     * object. Empty when it is not kept or its endpoint is gone.
     */
    public Optional<String> explain(long id) {
        return rejected.find(id).flatMap(this::explained);
    }

    private Optional<String> explained(RejectedRequest kept) {
        String endpoint = kept.rejection().endpoint();
        Map<String, BoundProvider> others = bound();
        return Optional.ofNullable(others.remove(endpoint))
                .map(provider -> JudgementReport.of(
                        endpoint,
                        provider,
                        kept.rejection().request(),
                        Optional.of(kept.rejection().arrivedAt()),
                        others));
    }

    /** Judges recorded traffic of an endpoint under the keys of a configuration that is not live yet. */
    public KeyTrial.Report tried(String endpoint, BoundProvider next, int limit) {
        return trial.of(endpoint, next, limit);
    }

    /** What a key of an endpoint has signed, newest first; empty when there is no such endpoint. */
    public Optional<List<KeyTrial.Signed>> signedBy(String endpoint, String keyId, int limit) {
        return Optional.ofNullable(bound().get(endpoint))
                .map(running -> trial.signedBy(endpoint, running, keyId, limit));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
