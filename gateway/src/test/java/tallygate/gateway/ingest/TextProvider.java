package tallygate.gateway.ingest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/**
 * A provider whose callbacks are plain text, one event a line: {@code id amount [effect] [occurredAt]}. The first word may be a
 * verdict instead: {@code forged}, {@code unsigned}, {@code probe}, {@code hint ID}, {@code challenge}, {@code nothing}, {@code bug},
 * {@code overflow}.
 */
final class TextProvider implements BoundProvider {
    static final Answer SUCCESS = Answer.of(200, "text/plain", "stored");
    static final Answer FAILURE = Answer.of(401, "text/plain", "failure");
    static final Answer AGAIN = Answer.of(503, "text/plain", "again");

    private final boolean isSlow;

    TextProvider(boolean isSlow) {
        this.isSlow = isSlow;
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) {
        String text = new String(request.body(), StandardCharsets.UTF_8);
        String[] words = text.split(" ", -1);
        return switch (words[0]) {
            case "forged" -> new Judgement.Refused(Reason.SIGNATURE_MISMATCH, "no key matches", FAILURE);
            case "unsigned" -> new Judgement.Refused(Reason.SIGNATURE_MISSING, "no signature", FAILURE);
            case "probe" -> new Judgement.Refused(Reason.PROBE, "self-test", FAILURE);
            case "hint" ->
                new Judgement.NeedsConfirmation(words[1], List.of(), Answer.of(200, "text/plain", "hint taken"));
            case "challenge" -> new Judgement.Handshake(Answer.of(200, "text/plain", words[1]));
            case "nothing" -> new Judgement.Genuine(List.of(), "", "key-1", SUCCESS);
            case "bug" -> throw new IllegalStateException("secret text of the body: " + text);
            case "overflow" -> throw new StackOverflowError();
            default -> new Judgement.Genuine(events(text), "", "key-1", SUCCESS);
        };
    }

    @Override
    public Answer tryAgain() {
        return AGAIN;
    }

    @Override
    public boolean isSlow() {
        return isSlow;
    }

    private static List<PaymentEvent> events(String text) {
        List<PaymentEvent> events = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            events.add(event(line));
        }
        return events;
    }

    private static PaymentEvent event(String line) {
        String[] words = line.split(" ", -1);
        return new PaymentEvent(
                words[0],
                "paid",
                "payment",
                "order-" + words[0],
                "txn-" + words[0],
                words[1],
                OptionalLong.of(Long.parseLong(words[1])),
                words.length > 4 ? words[4] : "EUR",
                "ok",
                words.length > 3 && !words[3].isEmpty() ? Optional.of(Instant.parse(words[3])) : Optional.empty(),
                words.length > 2 && !words[2].isEmpty()
                        ? Optional.of(new PaymentEvent.Effect("paid", words[2]))
                        : Optional.empty(),
                sha256(line),
                line.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
