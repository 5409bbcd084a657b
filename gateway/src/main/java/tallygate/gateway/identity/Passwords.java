package tallygate.gateway.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2id (RFC 9106) in PHC form, with OWASP's first choice of costs: 19 MiB, 2 passes, 1 lane. At most two at a time: a flood of
 * guesses costs neither the memory nor the processor that callbacks need.
 */
public final class Passwords {
    /** NIST SP 800-63B: long rather than adorned. */
    public static final int LENGTH_MIN = 12;

    public static final int LENGTH_MAX = 256;
    private static final int MEMORY_KIB = 19_456;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final Pattern PHC = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,3}),p=(\\d{1,3})\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{22,86})");

    private final SecureRandom dice;
    private final Semaphore atOnce = new Semaphore(2);
    private final String nobodys;

    public Passwords(SecureRandom dice) {
        this.dice = dice;
        // No password is known to fit it, and none has to: only the time of trying counts.
        this.nobodys = text(random(SALT_BYTES), random(HASH_BYTES));
    }

    /** What is wrong with a new password; empty when nothing is. */
    public static Optional<String> fault(String password, String userName) {
        int length = password.codePointCount(0, password.length());
        if (length < LENGTH_MIN || length > LENGTH_MAX) {
            return Optional.of("password.length");
        }
        if (password.toLowerCase(java.util.Locale.ROOT).contains(userName)) {
            return Optional.of("password.name");
        }
        return password.codePoints().distinct().count() < 5 ? Optional.of("password.plain") : Optional.empty();
    }

    public String hash(String password) {
        byte[] salt = random(SALT_BYTES);
        return text(salt, derive(password, salt, new Cost(MEMORY_KIB, PASSES, LANES), HASH_BYTES));
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        dice.nextBytes(bytes);
        return bytes;
    }

    private static String text(byte[] salt, byte[] hash) {
        Base64.Encoder text = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + MEMORY_KIB + ",t=" + PASSES + ",p=" + LANES + "$" + text.encodeToString(salt) + "$"
                + text.encodeToString(hash);
    }

    /** @param hash as {@link #hash} wrote it; anything else fits no password */
    public boolean fits(String password, String hash) {
        Matcher phc = PHC.matcher(hash);
        if (!phc.matches()) {
            return false;
        }
        Cost cost = new Cost(
                Integer.parseInt(phc.group(1)), Integer.parseInt(phc.group(2)), Integer.parseInt(phc.group(3)));
        byte[] wanted = Base64.getDecoder().decode(phc.group(5));
        byte[] offered = derive(password, Base64.getDecoder().decode(phc.group(4)), cost, wanted.length);
        return MessageDigest.isEqual(wanted, offered);
    }

    /** Takes as long as for a user who exists. */
    public void fitsNobody(String password) {
        fits(password, nobodys);
    }

    /** A first password that can be read aloud: 20 characters of an alphabet without look-alikes, 98 bits. */
    public String oneTime() {
        String alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            password.append(i > 0 && i % 5 == 0 ? "-" : "").append(alphabet.charAt(dice.nextInt(alphabet.length())));
        }
        return password.toString();
    }

    private record Cost(int memoryKib, int passes, int lanes) {}

    private byte[] derive(String password, byte[] salt, Cost cost, int length) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(cost.memoryKib())
                .withIterations(cost.passes())
                .withParallelism(cost.lanes())
                .withSalt(salt)
                .build());
        byte[] hash = new byte[length];
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        atOnce.acquireUninterruptibly();
        try {
            generator.generateBytes(bytes, hash);
        } finally {
            atOnce.release();
            Arrays.fill(bytes, (byte) 0);
        }
        return hash;
    }
}
