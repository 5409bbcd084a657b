package tallygate.gateway.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import tallygate.callback.provider.HeldKey;
import tallygate.gateway.task.Insertion;
import tallygate.signature.Reason;

/** The counters of one endpoint. Those of rows count what is committed, and nothing else. */
final class EndpointMeters {
    /** What a request was answered. */
    enum Answered {
        ACKNOWLEDGED("acknowledged"),
        /** Genuine, and nothing in it to store. */
        NOTHING_TO_STORE("nothing-to-store"),
        HANDSHAKE("handshake"),
        HINT("hint"),
        REFUSED("refused"),
        PROBE("probe"),
        /** Not judged: its source has sent too much that was not genuine. */
        LIMITED("limited"),
        OTHER_METHOD("other-method"),
        TRY_AGAIN("try-again");

        private final String code;

        Answered(String code) {
            this.code = code;
        }
    }

    final Counter stored;
    final Counter cacheHits;
    final Counter databaseDuplicates;
    final Counter batchDuplicates;
    final Counter conflicts;
    final Counter effectClashes;
    final Counter quarantined;
    final Counter held;
    final Counter faults;
    final Counter valuesDropped;
    private final Map<String, KeyMeter> byKey;
    private final CounterPerCase<Answered> answers;
    private final CounterPerCase<Reason> refusals;

    EndpointMeters(MeterRegistry registry, String endpoint, List<HeldKey> keys) {
        byKey = byKey(registry, endpoint, keys);
        stored = counter(registry, "tallygate.events.stored", endpoint, "Events stored for the first time.");
        cacheHits = counter(
                registry, "tallygate.dedup.cache.hits", endpoint, "Duplicates that the dedup cache knew as committed.");
        databaseDuplicates = counter(
                registry, "tallygate.dedup.database.duplicates", endpoint, "Duplicates that the unique index found.");
        batchDuplicates = counter(
                registry,
                "tallygate.dedup.batch.duplicates",
                endpoint,
                "Duplicates that came with their first delivery.");
        conflicts = counter(
                registry, "tallygate.conflicts", endpoint, "Events that came again with other content; look at each.");
        effectClashes = counter(
                registry, "tallygate.effect.clashes", endpoint, "Events whose money effect another task carries out.");
        quarantined = counter(
                registry, "tallygate.quarantined", endpoint, "Events the database refused as they were; kept aside.");
        held = counter(registry, "tallygate.held", endpoint, "Events stored that wait for a person or a confirmation.");
        faults = counter(
                registry, "tallygate.provider.faults", endpoint, "Unexpected errors of a provider definition; a bug.");
        valuesDropped = counter(
                registry,
                "tallygate.card.values.dropped",
                endpoint,
                "Callbacks from which card verification values were dropped before they were stored.");
        answers = new CounterPerCase<>(
                Answered.values(),
                a -> Counter.builder("tallygate.callbacks")
                        .description("Callbacks answered.")
                        .tag("endpoint", endpoint)
                        .tag("answer", a.code)
                        .register(registry));
        refusals = new CounterPerCase<>(
                Reason.values(),
                r -> Counter.builder("tallygate.verify.failures")
                        .description("Callbacks that were not taken as genuine.")
                        .tag("endpoint", endpoint)
                        .tag("reason", r.code())
                        .register(registry));
    }

    /** Of one key; when it signed last is known since the endpoint was configured like this. */
    private record KeyMeter(Counter callbacks, AtomicLong lastMillis) {}

    /** Two slots may hold one key; it is counted under the first. */
    private static Map<String, KeyMeter> byKey(MeterRegistry registry, String endpoint, List<HeldKey> keys) {
        Map<String, KeyMeter> counters = new HashMap<>();
        for (HeldKey key : keys) {
            counters.computeIfAbsent(
                    key.id(),
                    id -> new KeyMeter(
                            Counter.builder("tallygate.key.callbacks")
                                    .description("Genuine callbacks by the key that signed them.")
                                    .tag("endpoint", endpoint)
                                    .tag("key", id)
                                    .tag("slot", key.slot())
                                    .register(registry),
                            new AtomicLong()));
        }
        return Map.copyOf(counters);
    }

    /** A key that is not among the endpoint's own, such as one that came with the request, is not counted. */
    void signedWith(String keyId, Instant at) {
        KeyMeter meter = byKey.get(keyId);
        if (meter != null) {
            meter.callbacks().increment();
            meter.lastMillis().setOpaque(at.toEpochMilli());
        }
    }

    /** How many callbacks a key has signed here since the start, and when the last one came. */
    EndpointDesk.KeyUse use(HeldKey key) {
        KeyMeter meter = byKey.get(key.id());
        long last = meter == null ? 0 : meter.lastMillis().getOpaque();
        return new EndpointDesk.KeyUse(
                key,
                meter == null ? 0 : (long) meter.callbacks().count(),
                last == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(last)));
    }

    /** Requests that were not taken as genuine since the start. */
    long refused() {
        return refusals.sum();
    }

    /** One row, once it is known to be committed. */
    void committed(Insertion insertion, boolean isHeld) {
        switch (insertion) {
            case Insertion.Fresh _, Insertion.Earlier _ -> {
                stored.increment();
                if (isHeld) {
                    held.increment();
                }
            }
            case Insertion.Duplicate _ -> databaseDuplicates.increment();
            case Insertion.Conflict _ -> conflicts.increment();
            case Insertion.EffectTaken _ -> {
                stored.increment();
                effectClashes.increment();
            }
            case Insertion.Quarantined _ -> quarantined.increment();
        }
    }

    void answered(Answered answered) {
        answers.increment(answered);
    }

    void refused(Reason reason) {
        refusals.increment(reason);
    }

    private static Counter counter(MeterRegistry registry, String name, String endpoint, String description) {
        return Counter.builder(name)
                .description(description)
                .tag("endpoint", endpoint)
                .register(registry);
    }
}
