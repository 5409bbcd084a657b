package tallygate.gateway.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tallygate.callback.PaymentEvent;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * Card verification values (CVV, CVC, CID …) must not be kept once a payment is authorized, not even encrypted (PCI DSS 3.3.1). What
 * was judged is stored without them: three or four digits under a name that says so are overwritten, length kept, in JSON, forms, XML
 * and one of these inside another. A request so changed bears {@link #MARK}: its signature no longer fits.
 *
 * <p>Looks from each sign between a name and its value, not from names: most values are no three or four digits, so that a body
 * without one costs a pass over its bytes and no memory.
 */
@SuppressWarnings("ReferenceEquality") // the same array, text or request says that nothing was dropped
public final class VerificationValues {
    /** The header that a changed request gets. */
    public static final String MARK = "Tallygate-Dropped";

    private static final String MARKED = "card verification values";
    private static final int DIGITS_MIN = 3;
    private static final int DIGITS_MAX = 4;
    /** Quotes, spaces and the like on one side of the sign. */
    private static final int GAP_MAX = 32;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    /** The highest bit stays in a byte from which less than a question mark is taken. */
    private static final long BELOW_QUESTION_MARK = 0xbebebebebebebebeL;

    private static final byte[] CARD = ascii("card");
    private static final byte[] CDATA = ascii("<![CDATA[");

    private VerificationValues() {}

    /** @return the request itself when there is none in it */
    public static RawRequest dropped(RawRequest request) {
        byte[] body = dropped(request.body());
        String target = request.target().indexOf('?') < 0 ? request.target() : dropped(request.target());
        if (body == request.body() && target.equals(request.target())) {
            return request;
        }
        List<Header> headers = new ArrayList<>(request.headers());
        headers.add(new Header(MARK, MARKED));
        return new RawRequest(
                request.method(),
                request.scheme(),
                request.authority(),
                target,
                List.copyOf(headers),
                body,
                request.remoteAddress());
    }

    /** @param kept the event's request, of {@link #dropped(RawRequest)}: a content that is its body is not looked through again */
    public static PaymentEvent dropped(PaymentEvent event, RawRequest kept) {
        if (event.content() == kept.body()) {
            return event;
        }
        byte[] content = dropped(event.content());
        return content == event.content() ? event : event.withContent(content);
    }

    /** @return whether something was dropped from it before it was stored, so that nothing can prove it again */
    public static boolean isMarked(RawRequest request) {
        return request.headerValues(MARK).contains(MARKED);
    }

    private static String dropped(String target) {
        byte[] before = target.getBytes(StandardCharsets.UTF_8);
        byte[] after = dropped(before);
        return after == before ? target : new String(after, StandardCharsets.UTF_8);
    }

    /** @return the array itself when there is none in it */
    public static byte[] dropped(byte[] content) {
        byte[] kept = content;
        int eights = content.length - content.length % Long.BYTES;
        for (int i = 0; i < eights; i += Long.BYTES) {
            for (long signs = signs((long) LONGS.get(content, i)); signs != 0; signs &= signs - 1) {
                kept = dropped(content, i + Long.numberOfTrailingZeros(signs) / Byte.SIZE, kept);
            }
        }
        for (int i = eights; i < content.length; i++) {
            kept = dropped(content, i, kept);
        }
        return kept;
    }

    /** The highest bit of each byte that is {@code : ; < = >} or {@code %}, as exact as eight at once can be told. */
    private static long signs(long eight) {
        long low = eight & ~HIGHS;
        long between = BELOW_QUESTION_MARK - low & ~eight & low + ONES * (0x7f - '9');
        long percent = eight ^ ONES * '%';
        return (between | percent - ONES & ~percent) & HIGHS;
    }

    /** @return what is kept of the content when the value after this sign is looked at, too */
    private static byte[] dropped(byte[] content, int sign, byte[] before) {
        byte unit = content[sign];
        if (unit != ':' && unit != '=' && unit != '>' && unit != '%') {
            return before;
        }
        int value = value(content, sign);
        if (value < 0 || !isNamed(content, sign - 1)) {
            return before;
        }
        byte[] kept = before == content ? content.clone() : before;
        byte fill = isNumber(content, sign, value) ? (byte) '9' : (byte) '*';
        for (int at = value; at < content.length && isDigit(content[at]); at++) {
            kept[at] = fill;
        }
        return kept;
    }

    /** @return where three or four digits begin that are all of the value after this sign; -1 for none */
    private static int value(byte[] content, int sign) {
        int at = sign + 1;
        if (content[sign] == '%') {
            if (!isEncoded(content, sign, 'A') && !isEncoded(content, sign, 'D') && !isEncoded(content, sign, 'E')) {
                return -1;
            }
            at = sign + 3;
        }
        int begin = afterGap(content, at);
        int end = begin;
        while (end < content.length && end - begin <= DIGITS_MAX && isDigit(content[end])) {
            end++;
        }
        int digits = end - begin;
        boolean isAll = end == content.length || !isWord(content[end]) && content[end] != '.';
        return digits >= DIGITS_MIN && digits <= DIGITS_MAX && isAll ? begin : -1;
    }

    /** {@code %3A}, {@code %3D}, {@code %3E}: the sign inside a form. */
    private static boolean isEncoded(byte[] content, int at, char last) {
        return at + 2 < content.length && content[at + 1] == '3' && lower(content[at + 2]) == lower((byte) last);
    }

    private static int afterGap(byte[] content, int from) {
        int at = from;
        while (at < content.length && at - from < GAP_MAX) {
            if (isGap(content[at]) || content[at] == '+') {
                at++;
            } else if (at + 2 < content.length && isEncodedGap(content, at)) {
                at += 3;
            } else if (content[at] == '<' && startsWith(content, at, CDATA)) {
                at += CDATA.length;
            } else {
                return at;
            }
        }
        return at;
    }

    private static boolean isNamed(byte[] content, int last) {
        int at = last;
        while (at >= 0 && last - at < GAP_MAX) {
            if (isGap(content[at]) || content[at] == ']') {
                at--;
            } else if (at >= 2 && isEncodedGap(content, at - 2)) {
                at -= 3;
            } else {
                break;
            }
        }
        return at >= 0 && isName(content, at);
    }

    /** Told by its last letter first: most names end there. */
    private static boolean isName(byte[] content, int end) {
        return switch (lower(content[end])) {
            case 'v' -> ends("cvv", content, end);
            case 'n' -> ends("cvn", content, end);
            case '2' ->
                ends("cvv2", content, end)
                        || ends("cvc2", content, end)
                        || ends("cvn2", content, end)
                        || ends("cav2", content, end);
            case 'c' -> ends("cvc", content, end) || isOfCard("csc", content, end);
            case 'd' -> isOfCard("cid", content, end);
            case 'e' ->
                ends("securitycode", content, end)
                        || ends("cvvcode", content, end)
                        || ends("cvccode", content, end)
                        || ends("verificationvalue", content, end)
                        || ends("cardverificationcode", content, end);
            case 'r' -> ends("cardverificationnumber", content, end);
            default -> false;
        };
    }

    private static boolean ends(String name, byte[] content, int end) {
        return begin(name, content, end) >= 0;
    }

    /** A name that means other things, too: taken alone or after {@code card}, and only where the content speaks of a card. */
    private static boolean isOfCard(String name, byte[] content, int end) {
        int begin = begin(name, content, end);
        if (begin < 0) {
            return false;
        }
        boolean isAlone = begin == 0 || !isWord(content[begin - 1]);
        return isAlone && speaksOfCard(content) || begin("card" + name, content, end) >= 0;
    }

    /**
     * @param name in lower case, its hyphens and low lines left out; anything may stand before it
     * @return where the name begins that ends there; -1 when another does
     */
    private static int begin(String name, byte[] content, int end) {
        int at = end;
        for (int i = name.length() - 1; i >= 0; i--) {
            while (i < name.length() - 1 && at >= 0 && (content[at] == '_' || content[at] == '-')) {
                at--;
            }
            if (at < 0 || lower(content[at]) != name.charAt(i)) {
                return -1;
            }
            at--;
        }
        return at + 1;
    }

    private static boolean speaksOfCard(byte[] content) {
        for (int i = 0; i + CARD.length <= content.length; i++) {
            if (startsWith(content, i, CARD)) {
                return true;
            }
        }
        return false;
    }

    /** A bare number of a JSON text, which has to stay one. */
    private static boolean isNumber(byte[] content, int sign, int value) {
        boolean isJson = content[sign] == ':' || content[sign] == '%' && lower(content[sign + 2]) == 'a';
        byte before = content[value - 1];
        boolean isQuoted = before == '"' || before == '\'' || value >= 3 && content[value - 3] == '%' && before == '2';
        return isJson && !isQuoted;
    }

    private static boolean startsWith(byte[] content, int at, byte[] word) {
        if (at + word.length > content.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            if (lower(content[at + i]) != lower(word[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isGap(byte unit) {
        return unit == ' '
                || unit == '"'
                || unit == '\\'
                || unit == '\''
                || unit == '\t'
                || unit == '\r'
                || unit == '\n';
    }

    /** A quote, a space, an apostrophe, a backslash or a bracket as a form writes it. */
    private static boolean isEncodedGap(byte[] content, int at) {
        if (content[at] != '%') {
            return false;
        }
        int second = lower(content[at + 2]);
        return content[at + 1] == '2' && (second == '2' || second == '0' || second == '7')
                || content[at + 1] == '5' && (second == 'c' || second == 'd');
    }

    private static boolean isDigit(byte unit) {
        return unit >= '0' && unit <= '9';
    }

    private static boolean isWord(byte unit) {
        int letter = lower(unit);
        return isDigit(unit) || letter >= 'a' && letter <= 'z' || unit == '_' || unit == '-';
    }

    private static int lower(byte unit) {
        return unit >= 'A' && unit <= 'Z' ? unit + 32 : unit;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
