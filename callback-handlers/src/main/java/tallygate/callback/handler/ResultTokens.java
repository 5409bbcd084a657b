package tallygate.callback.handler;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds results to what was handed out: a message carries a token of its task (or step) and of the hand-out's number, and only a
 * result that brings it back counts. Who may write to a result queue and has not had the message can end nothing. Token: the
 * number, a dot, and HMAC-SHA256 under a key that all nodes share, in base64url.
 */
public final class ResultTokens {
    /** Name of the field in messages and results. */
    public static final String FIELD = "resultToken";

    /** Name of the header, for consumers that do not read the body. */
    public static final String HEADER = "tallygate-result-token";

    private static final Logger log = LoggerFactory.getLogger(ResultTokens.class);
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES_MIN = 32;
    private static final int TOKEN_CHARS_MAX = 64;

    private final Supplier<byte[]> source;
    private final AtomicLongArray refused = new AtomicLongArray(Why.values().length);
    private volatile @Nullable SecretKeySpec key;

    /** Why a result is not taken. */
    public enum Why {
        /** It brings no token. */
        MISSING,
        /** Its token is not one of ours, or of another task. */
        FORGED,
        /** Its token is genuine, but its hand-out is over: another one was made, or a person has opened the task again. */
        SUPERSEDED;

        /** As metrics and logs name it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What a result's token says. */
    public sealed interface Checked {
        /** @param handOut the number that the token was made for */
        record Genuine(int handOut) implements Checked {}

        record Refused(Why why) implements Checked {}

        /** The key cannot be read now: the result must come again. */
        record NotNow() implements Checked {}
    }

    /** @param source the key of all nodes, at least 32 bytes; asked until it has answered once */
    public ResultTokens(Supplier<byte[]> source) {
        this.source = source;
    }

    /** With a key that nobody else has. */
    static ResultTokens ofThisProcess() {
        byte[] fresh = new byte[KEY_BYTES_MIN];
        new SecureRandom().nextBytes(fresh);
        return new ResultTokens(() -> fresh);
    }

    /** What tasks are named by. */
    static String task(long taskId) {
        return "task " + taskId;
    }

    /**
     * @param subject what is handed out, never a line feed in it
     * @param handOut which time, from 0
     * @throws RuntimeException when the key cannot be read
     */
    public String of(String subject, int handOut) {
        return handOut + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(mac(subject, handOut));
    }

    /** The same for a delivery that goes out without it, too, while the key cannot be read. */
    Optional<String> offered(String subject, int handOut) {
        try {
            return Optional.of(of(subject, handOut));
        } catch (RuntimeException e) {
            log.warn("the key of results cannot be read, a delivery goes without its token: {}", e.toString());
            return Optional.empty();
        }
    }

    /** Compares in constant time, and counts what is refused. */
    public Checked check(String subject, String token) {
        if (token.isEmpty()) {
            return refused(Why.MISSING);
        }
        int dot = token.indexOf('.');
        if (token.length() > TOKEN_CHARS_MAX
                || !token.substring(0, Math.max(0, dot)).matches("[0-9]{1,9}")) {
            return refused(Why.FORGED);
        }
        int handOut = Integer.parseInt(token.substring(0, dot));
        byte[] expected;
        try {
            expected = of(subject, handOut).getBytes(StandardCharsets.UTF_8);
        } catch (RuntimeException e) {
            log.warn("the key of results cannot be read, a result is to come again: {}", e.toString());
            return new Checked.NotNow();
        }
        return MessageDigest.isEqual(expected, token.getBytes(StandardCharsets.UTF_8))
                ? new Checked.Genuine(handOut)
                : refused(Why.FORGED);
    }

    /** Also for what only the store can know. */
    public Checked refused(Why why) {
        refused.incrementAndGet(why.ordinal());
        return new Checked.Refused(why);
    }

    /** How many results were not taken for this reason, since the start. */
    public long count(Why why) {
        return refused.get(why.ordinal());
    }

    private byte[] mac(String subject, int handOut) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key());
            return mac.doFinal(("tallygate result\n" + subject + "\n" + handOut).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("this Java cannot compute HMAC-SHA256", e);
        }
    }

    private SecretKeySpec key() {
        SecretKeySpec known = key;
        if (known != null) {
            return known;
        }
        byte[] bytes = source.get();
        if (bytes.length < KEY_BYTES_MIN) {
            throw new IllegalStateException("the key of results has " + bytes.length + " bytes, less than 32");
        }
        var read = new SecretKeySpec(bytes, ALGORITHM);
        key = read;
        return read;
    }
}
