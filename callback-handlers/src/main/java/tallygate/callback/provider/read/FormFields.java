package tallygate.callback.provider.read;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An {@code application/x-www-form-urlencoded} text, decoded exactly once and in order: {@code +} is a blank, repeated keys
 * and empty values stay, a key without {@code =} has an empty value.
 */
public record FormFields(List<Field> fields) {
    private static final int FIELDS_MAX = 2_000;

    /** One field as it stands in the form. */
    public record Field(String name, String value) {}

    public FormFields {
        fields = List.copyOf(fields);
    }

    /** Decodes a body or a raw query string. */
    public static FormFields decode(byte[] form, Charset charset) throws UnreadableException {
        List<Field> fields = new ArrayList<>();
        int from = 0;
        while (from < form.length) {
            int end = indexOf(form, '&', from, form.length);
            if (end > from) {
                if (fields.size() == FIELDS_MAX) {
                    throw UnreadableException.refused("more than " + FIELDS_MAX + " form fields");
                }
                fields.add(field(form, from, end, charset));
            }
            from = end + 1;
        }
        return new FormFields(fields);
    }

    /** Decodes a raw query string. */
    public static FormFields decode(String query, Charset charset) throws UnreadableException {
        return decode(query.getBytes(StandardCharsets.ISO_8859_1), charset);
    }

    /**
     * Decodes with the charset that one of the form's own fields names (it is signed, the header is not).
     *
     * @param charsetField the field that names it
     * @param fallback when the field is absent or names no charset known here
     */
    public static FormFields decodeBy(byte[] form, String charsetField, Charset fallback) throws UnreadableException {
        FormFields plain = decode(form, StandardCharsets.ISO_8859_1);
        return decode(
                form, plain.sole(charsetField).flatMap(FormFields::charset).orElse(fallback));
    }

    private static Optional<Charset> charset(String name) {
        try {
            return Optional.of(Charset.forName(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The value of a field that stands exactly once; a field that stands twice can be read two ways and has no value. */
    public Optional<String> sole(String name) {
        Optional<String> found = Optional.empty();
        for (Field field : fields) {
            if (field.name().equals(name)) {
                if (found.isPresent()) {
                    return Optional.empty();
                }
                found = Optional.of(field.value());
            }
        }
        return found;
    }

    /** The value of a field that stands exactly once, else an empty text. */
    public String text(String name) {
        return sole(name).orElse("");
    }

    /** A name that stands more than once: which copy counts cannot be told. */
    public Optional<String> repeated() {
        Set<String> seen = HashSet.newHashSet(fields.size());
        for (Field field : fields) {
            if (!seen.add(field.name())) {
                return Optional.of(field.name());
            }
        }
        return Optional.empty();
    }

    private static Field field(byte[] form, int from, int end, Charset charset) throws UnreadableException {
        int equals = indexOf(form, '=', from, end);
        String name = text(form, from, equals, charset);
        String value = equals < end ? text(form, equals + 1, end, charset) : "";
        return new Field(name, value);
    }

    private static String text(byte[] form, int from, int end, Charset charset) throws UnreadableException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(end - from);
        for (int i = from; i < end; i++) {
            byte b = form[i];
            if (b == '+') {
                bytes.write(' ');
            } else if (b == '%') {
                int high = i + 2 < end ? Character.digit(form[i + 1], 16) : -1;
                int low = i + 2 < end ? Character.digit(form[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw UnreadableException.notThisForm("a percent sign without two hexadecimal digits at byte " + i);
                }
                bytes.write(high << 4 | low);
                i += 2;
            } else {
                bytes.write(b);
            }
        }
        try {
            return charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw UnreadableException.notThisForm("form bytes that are not " + charset.name() + " after byte " + from);
        }
    }

    private static int indexOf(byte[] bytes, char wanted, int from, int end) {
        for (int i = from; i < end; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return end;
    }
}
