package tallygate.callback.handler;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import tallygate.callback.outbound.HttpTarget;

/**
 * Kind {@code http}: posts to a business service.
 *
 * @param url absolute http or https URL; never followed elsewhere
 * @param format what is sent, and how the answer is read
 * @param timeouts for each call
 * @param secrets {@code whsec_} + base64: the envelope is signed with each of them; empty: unsigned
 * @param answers statuses that mean something else here than they do by default
 */
public record HttpConfig(URI url, Format format, Timeouts timeouts, List<String> secrets, Answers answers)
        implements HandlerConfig {
    public HttpConfig {
        secrets = List.copyOf(secrets);
        HttpTarget.of(url);
        secrets.forEach(WebhookSigner::key);
    }

    /** The envelope in JSON, with 5 s. */
    public static HttpConfig of(URI url) {
        return new HttpConfig(
                url, new Format.Envelope(), Timeouts.of(Duration.ofSeconds(5)), List.of(), Answers.DEFAULT);
    }

    /** What the receiver gets. */
    public sealed interface Format {
        /** Our JSON envelope, with Standard Webhooks headers. */
        record Envelope() implements Format {}

        /**
         * The callback exactly as it came (method, query, headers, bytes), for a callback script that cannot be changed.
         *
         * @param success what the script answers when it has done its work; anything else is tried again
         */
        record Original(SuccessWhen success) implements Format {}
    }

    /**
     * @param statuses any of these statuses
     * @param body what the answer's body must be, without outer blanks and byte order mark; empty: anything
     */
    public record SuccessWhen(Set<Integer> statuses, String body) {
        public SuccessWhen {
            statuses = Set.copyOf(statuses);
            if (statuses.isEmpty()) {
                throw new IllegalArgumentException("success-when names no status, so nothing could ever succeed");
            }
        }
    }

    /**
     * @param total from connecting to the last byte of the answer
     * @param connect for the connection, and again for the TLS handshake
     * @param silence the longest wait for the next byte of the answer
     */
    public record Timeouts(Duration total, Duration connect, Duration silence) {
        private static final Duration BOUND = Duration.ofMinutes(10);
        private static final Duration CONNECT_DEFAULT = Duration.ofSeconds(2);

        public Timeouts {
            requireInBounds("timeout", total);
            requireInBounds("connect timeout", connect);
            requireInBounds("silence timeout", silence);
        }

        /** The connect timeout is 2 s, or the total when that is shorter. */
        public static Timeouts of(Duration total) {
            return new Timeouts(total, total.compareTo(CONNECT_DEFAULT) < 0 ? total : CONNECT_DEFAULT, total);
        }

        private static void requireInBounds(String name, Duration timeout) {
            if (timeout.toMillis() < 1 || timeout.compareTo(BOUND) > 0) {
                throw new IllegalArgumentException(name + " must be 1 ms to " + BOUND + ", was " + timeout);
            }
        }
    }

    /**
     * Statuses that are read differently from the default.
     *
     * @param alreadyDone done, as 409 may be for a receiver that says so when it knows the key
     * @param retry tried again though the default is permanent
     * @param permanent not tried again though the default is
     */
    public record Answers(Set<Integer> alreadyDone, Set<Integer> retry, Set<Integer> permanent) {
        public static final Answers DEFAULT = new Answers(Set.of(), Set.of(), Set.of());

        public Answers {
            alreadyDone = Set.copyOf(alreadyDone);
            retry = Set.copyOf(retry);
            permanent = Set.copyOf(permanent);
            for (int status : alreadyDone) {
                if (retry.contains(status) || permanent.contains(status)) {
                    throw new IllegalArgumentException("status " + status + " is given two meanings");
                }
            }
            for (int status : retry) {
                if (permanent.contains(status)) {
                    throw new IllegalArgumentException("status " + status + " is given two meanings");
                }
            }
        }
    }
}
