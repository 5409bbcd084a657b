package tallygate.gateway.confirm;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.CertificateSource.Fetched;
import tallygate.callback.provider.QueryTools;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.ingest.CertificateRequests;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.UnusableKeyException;

/**
 * Fetches the certificates that endpoints ask for: by the hour where the provider lists them, and when a refused request names one
 * that is not held. What was fetched stays until it expires, is kept on disk, and is bound anew to the endpoints. A request that
 * was refused for want of a certificate is not lost: its provider sends it again.
 */
public final class CertificateKeeper implements CertificateRequests {
    private static final Logger log = LoggerFactory.getLogger(CertificateKeeper.class);
    private static final String ALERT = "certificates-not-fetched";
    private static final int WANTED_MAX = 64;
    private static final int NAMES_MAX = 1_000;

    /** At least between two fetches that requests asked for. */
    private static final Duration APART = Duration.ofSeconds(5);

    /** Names come from requests that nobody has verified: what could not be fetched is not tried again for a while. */
    private static final Duration PAUSE = Duration.ofMinutes(10);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);
    private static final Duration LOOK = Duration.ofSeconds(20);

    record Wanted(String endpoint, String name) {}

    private final CertificateShelf shelf;
    private final QueryTools tools;
    private final Alerts alerts;
    private final MeterRegistry meters;
    private final Runnable rebind;
    private final Map<String, List<String>> held = new ConcurrentHashMap<>();
    private final Map<Wanted, Instant> triedAt = new ConcurrentHashMap<>();
    private final Map<String, Instant> dueAt = new HashMap<>();
    private final Map<String, Instant> askedAt = new HashMap<>();
    private final BlockingQueue<Wanted> wanted = new ArrayBlockingQueue<>(WANTED_MAX);
    private volatile Map<String, CertificateSource> sources = Map.of();

    /**
     * @param folder where fetched certificates are kept
     * @param rebind called when an endpoint's certificates have changed
     */
    public CertificateKeeper(Path folder, QueryTools tools, Alerts alerts, MeterRegistry meters, Runnable rebind) {
        this.shelf = new CertificateShelf(folder);
        this.tools = tools;
        this.alerts = alerts;
        this.meters = meters;
        this.rebind = rebind;
    }

    /** The endpoints that ask for certificates now. */
    public void serve(Map<String, CertificateSource> now) {
        sources = Map.copyOf(now);
    }

    /** What was fetched for an endpoint and has not expired: one text a certificate. */
    public List<String> of(String endpoint) {
        return held.computeIfAbsent(endpoint, shelf::read);
    }

    /** Called on event loops: notes what is named, and forgets it when too much is noted already. */
    @Override
    public void wanted(String endpoint, String name) {
        Wanted one = new Wanted(endpoint, name);
        if (triedAt.size() < NAMES_MAX && triedAt.putIfAbsent(one, tools.clock().instant()) == null) {
            wanted.offer(one);
        }
    }

    /** Works until it is interrupted. */
    public void run() {
        try {
            while (true) {
                round(Optional.ofNullable(wanted.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One look at what is due and what is wanted; never dies of a bad one. */
    void round(Optional<Wanted> named) throws InterruptedException {
        try {
            Instant now = tools.clock().instant();
            if (named.isPresent()) {
                fetchWanted(named.get(), now);
            }
            for (Map.Entry<String, CertificateSource> source : sources.entrySet()) {
                Optional<Duration> every = source.getValue().every();
                Instant due = dueAt.getOrDefault(source.getKey(), Instant.MIN);
                if (every.isPresent() && !now.isBefore(due)) {
                    boolean isDone = fetch(source.getKey(), "");
                    dueAt.put(source.getKey(), now.plus(isDone ? every.get() : PAUSE_AFTER_FAILURE));
                }
            }
            triedAt.values().removeIf(at -> at.isBefore(now.minus(PAUSE)));
        } catch (RuntimeException e) {
            log.error("fetching certificates failed, going on with the next round", e);
        }
    }

    private void fetchWanted(Wanted one, Instant now) throws InterruptedException {
        Instant last = askedAt.getOrDefault(one.endpoint(), Instant.EPOCH);
        if (now.isBefore(last.plus(APART))) {
            // Too soon after the last one; its provider sends again, and names it again.
            triedAt.remove(one);
            return;
        }
        askedAt.put(one.endpoint(), now);
        fetch(one.endpoint(), one.name());
    }

    private boolean fetch(String endpoint, String name) throws InterruptedException {
        CertificateSource source = sources.get(endpoint);
        if (source == null) {
            return false;
        }
        return switch (source.fetch(name, tools)) {
            case Fetched.Certificates(List<String> pems) -> {
                count(endpoint, "fetched");
                alerts.resolve(ALERT, endpoint);
                keep(endpoint, pems);
                yield true;
            }
            case Fetched.Failed(String why, boolean isOurs) -> {
                count(endpoint, "failed");
                log.warn("endpoint={} certificates could not be fetched, tried again: {}", endpoint, why);
                if (isOurs) {
                    alerts.raise(new Alert(
                            ALERT,
                            endpoint,
                            Alert.Severity.WARNING,
                            "The provider's certificates cannot be fetched; those held count until they expire.",
                            Map.of("error", why)));
                }
                yield false;
            }
        };
    }

    private void keep(String endpoint, List<String> fetched) {
        Instant now = tools.clock().instant();
        List<String> all = new ArrayList<>(of(endpoint));
        fetched.stream().filter(pem -> !all.contains(pem)).forEach(all::add);
        all.removeIf(pem -> isOver(pem, now));
        if (all.equals(of(endpoint))) {
            return;
        }
        shelf.write(endpoint, all);
        held.put(endpoint, List.copyOf(all));
        log.info("endpoint={} certificates={} fetched certificates have changed, bound anew", endpoint, all.size());
        rebind.run();
    }

    private static boolean isOver(String pem, Instant now) {
        try {
            return !now.isBefore(ProviderCertificate.readAll(pem).getFirst().notAfter());
        } catch (UnusableKeyException e) {
            return true;
        }
    }

    private void count(String endpoint, String result) {
        Counter.builder("tallygate.certificates.fetches")
                .description("Attempts to fetch a provider's certificates.")
                .tag("endpoint", endpoint)
                .tag("result", result)
                .register(meters)
                .increment();
    }
}
