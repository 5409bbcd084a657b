package tallygate.gateway.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement.NeedsConfirmation;
import tallygate.gateway.ingest.EndpointMeters.Answered;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.RawRequest;

/**
 * Unsigned notices. Each becomes a task with an id of its own, {@code hint:<id>:<number>}, on the {@link #route} where its
 * provider is asked: were it stored under the id it claims, a forged hint would make the genuine event a duplicate. It
 * carries no effect and no amount, and no handler of the shop sees it.
 *
 * <p>Hints of one id that come together, or within {@link #WINDOW} of one that was sent to the database, share its question.
 * That loses nothing as long as the question is put no earlier than {@link #WINDOW} after the row's {@code created_at}.
 */
public final class Hints {
    /** Whoever confirms hints waits this long after {@code created_at} before it asks the provider. */
    public static final Duration WINDOW = Duration.ofSeconds(2);

    /** What the routes begin with where hints go. No route of a configuration can have such a name. */
    public static final String ROUTE = "tallygate:confirm";

    static final String PREFIX = "hint:";
    private static final int REMEMBERED_MAX = 100_000;

    private record Asked(long sentAt, Receipt receipt) {}

    private final Supplier<Optional<NodeIdentity>> identity;
    private final LongSupplier nanos;
    private final ConcurrentHashMap<DedupKey, Question> open = new ConcurrentHashMap<>();
    private final Cache<DedupKey, Asked> asked;
    private final HintRates rates;

    Hints(Supplier<Optional<NodeIdentity>> identity, LongSupplier nanos) {
        this.identity = identity;
        this.nanos = nanos;
        rates = new HintRates(nanos);
        asked = Caffeine.newBuilder()
                .executor(Runnable::run)
                .ticker(nanos::getAsLong)
                .maximumSize(REMEMBERED_MAX)
                .expireAfterWrite(WINDOW)
                .build();
    }

    /** One for each provider: where one is away, the hints of the others go on. */
    public static String route(String provider) {
        return ROUTE + ":" + provider;
    }

    void take(Reception reception, NeedsConfirmation hint) {
        DedupKey key = new DedupKey(reception.desk().endpoint().account(), hint.hintId());
        Asked before = asked.getIfPresent(key);
        if (before != null && nanos.getAsLong() - before.sentAt < WINDOW.toNanos()) {
            reception.acknowledge(Acknowledgement.hint(hint, before.receipt), Answered.HINT, List.of());
            return;
        }
        if (!open.containsKey(key) && !rates.admits(reception)) {
            reception.tryAgain(Shed.HINTS);
            return;
        }
        Question question = new Question(key, nanos.getAsLong());
        question.join(reception, hint);
        Question other = open.putIfAbsent(key, question);
        if (other == null || !other.join(reception, hint)) {
            ask(question, reception, hint);
        }
    }

    /** Another database server answers now. */
    void forget() {
        asked.invalidateAll();
    }

    private void ask(Question question, Reception reception, NeedsConfirmation hint) {
        Optional<NodeIdentity> node = identity.get();
        if (node.isEmpty()) {
            question.notStored(Shed.DATABASE);
            return;
        }
        RawRequest kept = VerificationValues.dropped(reception.request());
        PaymentEvent event = event(kept.body(), hint, node.get());
        reception.submit(
                new DedupKey(question.key.source(), event.eventId()),
                Pending.Row.question(event, kept),
                new Pending.Claim(question, 0));
    }

    private static PaymentEvent event(byte[] body, NeedsConfirmation hint, NodeIdentity node) {
        return new PaymentEvent(
                PREFIX + hint.hintId() + ":" + node.ids().next(),
                "hint",
                "hint",
                hint.claimed().stream().map(PaymentEvent::bizId).findFirst().orElse(""),
                "",
                "",
                OptionalLong.empty(),
                "",
                "",
                Optional.empty(),
                Optional.empty(),
                sha256(body),
                body);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** One row, and all hints that share it. */
    private final class Question extends Submission {
        private record Asker(Reception reception, NeedsConfirmation hint) {}

        private final DedupKey key;
        private final long sentAt;
        private final List<Asker> askers = new ArrayList<>();
        private boolean isSettled;

        Question(DedupKey key, long sentAt) {
            super(1);
            this.key = key;
            this.sentAt = sentAt;
        }

        /** @return false when it is settled already */
        synchronized boolean join(Reception reception, NeedsConfirmation hint) {
            return !isSettled && askers.add(new Asker(reception, hint));
        }

        private synchronized List<Asker> settle() {
            isSettled = true;
            return askers;
        }

        @Override
        void stored(List<Receipt> all) {
            Receipt receipt = all.getFirst();
            asked.put(key, new Asked(sentAt, receipt));
            open.remove(key, this);
            settle().forEach(a ->
                    a.reception.acknowledge(Acknowledgement.hint(a.hint, receipt), Answered.HINT, List.of()));
        }

        @Override
        void unavailable(Shed why) {
            open.remove(key, this);
            settle().forEach(a -> a.reception.tryAgain(why));
        }
    }
}
