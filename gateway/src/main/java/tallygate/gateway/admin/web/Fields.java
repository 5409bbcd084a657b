package tallygate.gateway.admin.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code application/x-www-form-urlencoded}: query strings and forms. */
final class Fields {
    private static final int FIELDS_MAX = 2_000;

    private Fields() {}

    /** @throws ProblemException 400 for a broken percent code or too many fields */
    static Map<String, List<String>> read(String text) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        if (text.isEmpty()) {
            return fields;
        }
        String[] pairs = text.split("&", FIELDS_MAX + 1);
        if (pairs.length > FIELDS_MAX) {
            throw ProblemException.bad("query", "has more than " + FIELDS_MAX + " fields");
        }
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            fields.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return fields;
    }

    /** @throws ProblemException 400 for a broken percent code */
    static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ProblemException.bad("query", "holds a broken percent code: " + Call.cut(text));
        }
    }

    /** A path segment: a plus is a plus there. */
    static String segment(String text) {
        return decode(text.replace("+", "%2B"));
    }
}
