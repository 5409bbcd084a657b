package tallygate.callback.handler;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import tallygate.callback.Outcome;
import tallygate.callback.outbound.Called;

/** What an answer of a receiver means. Decides and touches nothing; the table is in the receiver's guide. */
final class AnswerTable {
    /** {@code done} on a 409: the effect had been applied before. */
    static final String DONE_HEADER = "Idempotency-Status";
    /** {@code early} on any refusal: the order is not there yet. */
    static final String WAIT_HEADER = "Tallygate-Wait";

    private static final Duration NO_WISH = Duration.ZERO;

    private final HttpConfig.Answers answers;
    private final InstantSource clock;

    AnswerTable(HttpConfig.Answers answers, InstantSource clock) {
        this.answers = answers;
        this.clock = clock;
    }

    /** For the envelope. A 202 with a status URL is the caller's to handle before. */
    Outcome ofEnvelope(Called.Answered answer) {
        int status = answer.status();
        if (answers.alreadyDone().contains(status)) {
            return new Outcome.Done("HTTP " + status + ", which this route reads as already done");
        }
        if (answers.permanent().contains(status)) {
            return new Outcome.Permanent(shown(answer));
        }
        if (status >= 400 && says(answer, WAIT_HEADER, "early")) {
            return new Outcome.Park(
                    "the order is not there yet: " + shown(answer),
                    retryAfter(answer).orElse(NO_WISH));
        }
        if (answers.retry().contains(status)) {
            return new Outcome.Retry(shown(answer), retryAfter(answer));
        }
        return byDefault(answer);
    }

    private Outcome byDefault(Called.Answered answer) {
        int status = answer.status();
        return switch (status) {
            case 409 ->
                says(answer, DONE_HEADER, "done")
                        ? new Outcome.Done("HTTP 409, already done")
                        : new Outcome.Permanent(shown(answer) + " without Idempotency-Status: done");
            case 425 ->
                new Outcome.Park(
                        "too early: " + shown(answer), retryAfter(answer).orElse(NO_WISH));
            case 429, 503 -> new Outcome.Retry(shown(answer), retryAfter(answer));
            case 401, 403, 404 -> new Outcome.Misconfigured(shown(answer));
            case 408 -> new Outcome.Unknown(shown(answer));
            default -> byClass(answer);
        };
    }

    private static Outcome byClass(Called.Answered answer) {
        return switch (answer.status() / 100) {
            case 2 -> new Outcome.Done("HTTP " + answer.status());
            case 3 ->
                new Outcome.Misconfigured(
                        shown(answer) + ", redirects are not followed: the url must be the final one");
            case 4 -> new Outcome.Permanent(shown(answer));
            default -> new Outcome.Unknown(shown(answer));
        };
    }

    /** For the original callback: the script knows only its own success answer, all else is tried again as the provider would. */
    Outcome ofOriginal(Called.Answered answer, HttpConfig.SuccessWhen success) {
        int status = answer.status();
        boolean isStatus = success.statuses().contains(status);
        boolean isBody =
                success.body().isEmpty() || (!answer.isCut() && success.body().equals(bareBody(answer)));
        if (isStatus && isBody) {
            return new Outcome.Done("HTTP " + status);
        }
        return switch (status) {
            case 401, 403, 404 -> new Outcome.Misconfigured(shown(answer));
            case 425, 429, 503 -> new Outcome.Retry(shown(answer), retryAfter(answer));
            default -> new Outcome.Unknown(shown(answer) + ", which is not this route's success answer");
        };
    }

    /** Old scripts print byte order marks and line breaks around their answer. */
    private static String bareBody(Called.Answered answer) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        return (text.startsWith("\uFEFF") ? text.substring(1) : text).strip();
    }

    private static boolean says(Called.Answered answer, String header, String word) {
        return answer.header(header)
                .map(value -> value.strip().toLowerCase(Locale.ROOT).equals(word))
                .orElse(false);
    }

    /** Seconds or an HTTP date; what cannot be read is no wish. */
    Optional<Duration> retryAfter(Called.Answered answer) {
        return answer.header("Retry-After").map(String::strip).flatMap(this::parse);
    }

    private Optional<Duration> parse(String value) {
        if (value.matches("[0-9]{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        }
        try {
            Duration until = Duration.between(
                    clock.instant(),
                    ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
            return Optional.of(until.isNegative() ? Duration.ZERO : until);
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** Status, kind and size. Never the body: it may hold anything. */
    static String shown(Called.Answered answer) {
        String kind = answer.header("Content-Type")
                .map(type -> type.split(";", 2)[0].strip())
                .filter(type -> type.matches("[A-Za-z0-9.+-]{1,64}/[A-Za-z0-9.+-]{1,64}"))
                .map(type -> " " + type)
                .orElse("");
        String size = answer.body().length == 0
                ? "empty"
                : (answer.isCut() ? "more than " : "") + answer.body().length + " bytes";
        return "HTTP " + answer.status() + " (" + size + kind + ")";
    }
}
