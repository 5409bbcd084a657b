package tallygate.gateway.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A task that a shop makes itself: an SMS, a refund, a shipment. Only {@code checked} makes one, so what is there is fit to store.
 *
 * @param source scope of the event id; {@code shop} unless the caller says otherwise
 * @param eventId the shop's own name for the event: the same again is the same task
 * @param payload what the handler gets, byte for byte
 * @param in from now to its first try
 */
public record OwnTask(
        String source,
        String route,
        String eventId,
        String eventType,
        String bizType,
        String bizId,
        OptionalLong amountMinor,
        String currency,
        byte[] payload,
        Duration in) {
    /** The account of tasks whose maker names none. */
    public static final String SHOP = "shop";

    public OwnTask {
        payload = VerificationValues.dropped(payload);
    }

    private static final int ID_MAX = 1_000;
    private static final int PAYLOAD_MAX = 1 << 20;
    private static final Duration IN_MAX = Duration.ofDays(90);

    /** A field that is not as it must be. */
    public record Problem(String field, String text) {
        @Override
        public String toString() {
            return field + " " + text;
        }
    }

    /** Everything that is wrong with it, in the order of the fields; empty: it may be stored. */
    public List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        length(problems, "source", source, 1, 255);
        length(problems, "route", route, 1, 64);
        length(problems, "eventId", eventId, 1, ID_MAX);
        length(problems, "eventType", eventType, 0, ID_MAX);
        length(problems, "bizType", bizType, 0, 32);
        length(problems, "bizId", bizId, 0, ID_MAX);
        if (!currency.isEmpty() && !currency.matches("[A-Z]{3}")) {
            problems.add(new Problem("currency", "is three capital letters (ISO 4217), was " + shown(currency)));
        }
        if (amountMinor.isPresent() && currency.isEmpty()) {
            problems.add(new Problem("currency", "is missing beside amountMinor"));
        }
        if (payload.length > PAYLOAD_MAX) {
            problems.add(new Problem("payload", "has at most " + PAYLOAD_MAX + " bytes, had " + payload.length));
        }
        if (in.isNegative() || in.compareTo(IN_MAX) > 0) {
            problems.add(new Problem("delaySeconds", "is 0.." + IN_MAX.toSeconds() + ", was " + in.toSeconds()));
        }
        return problems;
    }

    private static void length(List<Problem> problems, String field, String text, int least, int most) {
        if (text.length() < least) {
            problems.add(new Problem(field, "is missing"));
        } else if (text.length() > most) {
            problems.add(new Problem(field, "has at most " + most + " characters, had " + text.length()));
        } else if (!isWellFormed(text)) {
            problems.add(new Problem(field, "holds a NUL or half a surrogate pair"));
        }
    }

    private static boolean isWellFormed(String text) {
        return text.indexOf(0) < 0
                && text.codePoints()
                        .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    private static String shown(String text) {
        return text.length() <= 20 ? text : text.substring(0, 20) + "…";
    }
}
