package tallygate.callback.provider.code;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Form bodies as signed notices use them. */
final class Forms {
    private Forms() {}

    /** The fields of the body; a name that stands twice can be read two ways and is refused. */
    static FormFields sole(RawRequest request, Charset charset) throws RefusedException, UnreadableException {
        return checked(FormFields.decode(request.body(), charset));
    }

    static FormFields sole(RawRequest request) throws RefusedException, UnreadableException {
        return sole(request, StandardCharsets.UTF_8);
    }

    /** The fields with one character for each byte, whatever their charset: for signatures over the decoded bytes. */
    static FormFields bytes(RawRequest request) throws RefusedException, UnreadableException {
        return sole(request, StandardCharsets.ISO_8859_1);
    }

    static FormFields checked(FormFields fields) throws RefusedException {
        Optional<String> repeated = fields.repeated();
        if (repeated.isPresent()) {
            throw new RefusedException(
                    Reason.BODY_MALFORMED, "field '" + Require.shown(repeated.get()) + "' stands more than once");
        }
        return fields;
    }

    /** A field that carries the signature. */
    static String signature(FormFields fields, String name) throws RefusedException {
        String value = fields.text(name);
        if (value.isEmpty()) {
            throw new RefusedException(Reason.SIGNATURE_MISSING, "field " + name + " is missing");
        }
        return value;
    }

    /** Fields that a notice of this provider always has: where names are not signed, one that is missing was renamed. */
    static void present(FormFields fields, List<String> names) throws RefusedException {
        for (String name : names) {
            if (fields.text(name).isEmpty()) {
                throw new RefusedException(Reason.BODY_MALFORMED, "field " + name + " is missing");
            }
        }
    }

    /** The fields with known names in their own spelling: where a signature is blind to case, reading must be so, too. */
    static FormFields spelled(FormFields fields, List<String> known) throws RefusedException {
        return checked(new FormFields(fields.fields().stream()
                .map(field -> known.stream()
                        .filter(field.name()::equalsIgnoreCase)
                        .findFirst()
                        .map(name -> new FormFields.Field(name, field.value()))
                        .orElse(field))
                .toList()));
    }

    /** {@code name=value} of the fields that count, sorted by name, joined with {@code &}. */
    static String sortedPairs(FormFields fields, Predicate<FormFields.Field> counts) {
        Map<String, String> sorted = new TreeMap<>();
        fields.fields().stream().filter(counts).forEach(field -> sorted.put(field.name(), field.value()));
        return pairs(sorted);
    }

    /** {@code name=value} in the map's order, joined with {@code &}. */
    static String pairs(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
    }
}
