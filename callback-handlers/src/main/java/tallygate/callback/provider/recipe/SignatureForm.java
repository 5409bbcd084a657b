package tallygate.callback.provider.recipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.callback.provider.read.UnreadableException;

/**
 * How a request carries its signature.
 *
 * @param values where the text stands; the first that is not empty counts
 * @param allHeaders a header that may stand several times, each with a candidate; empty: none may
 * @param prefix what stands before the signature itself
 */
record SignatureForm(List<Source> values, String allHeaders, Shape shape, String prefix, boolean isPrefixOptional) {
    private static final int CANDIDATES_MAX = 20;

    SignatureForm {
        values = List.copyOf(values);
    }

    /** The ways in which a signature text is built. */
    sealed interface Shape {
        /** The text is the signature. */
        record Raw() implements Shape {}

        /** Pairs such as {@code t=1,v1=ab,v1=cd}; the named keys are candidates, the others parameters. */
        record Pairs(String pairSeparator, String separator, List<Source> keys) implements Shape {
            public Pairs {
                keys = List.copyOf(keys);
            }
        }

        /**
         * A list such as {@code v1,ab v1a,cd}; entries that begin otherwise are not ours.
         *
         * @param first name of the parameter that the first entry is; empty: it is a candidate too
         */
        record Entries(String separator, String entryPrefix, String first) implements Shape {}

        /** A pattern with a group {@code sig}; its other groups are parameters. */
        record Match(Pattern pattern) implements Shape {}
    }

    /** What the request carries; nothing when it carries no signature at all; no candidates when it cannot be taken apart. */
    Optional<Carried> in(Scope scope) throws UnreadableException {
        List<String> texts = texts(scope);
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        List<String> candidates = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>();
        for (String text : texts) {
            Carried one = apart(text, scope);
            candidates.addAll(one.candidates());
            parameters.putAll(one.parameters());
        }
        boolean isTooMany = candidates.size() > CANDIDATES_MAX;
        return Optional.of(new Carried(isTooMany ? List.of() : candidates, parameters));
    }

    private List<String> texts(Scope scope) throws UnreadableException {
        if (!allHeaders.isEmpty()) {
            return scope.request().headerValues(allHeaders).stream()
                    .filter(v -> !v.isEmpty())
                    .toList();
        }
        for (Source value : values) {
            String text = value.text(scope);
            if (!text.isEmpty()) {
                return List.of(text);
            }
        }
        return List.of();
    }

    private Carried apart(String text, Scope scope) throws UnreadableException {
        if (!prefix.isEmpty() && !text.startsWith(prefix) && !isPrefixOptional) {
            return Carried.NONE;
        }
        String bare = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
        return switch (shape) {
            case Shape.Raw _ -> new Carried(List.of(bare), Map.of());
            case Shape.Pairs pairs -> pairs(bare, pairs, scope);
            case Shape.Entries entries -> entries(bare, entries);
            case Shape.Match match -> matched(bare, match.pattern());
        };
    }

    private static Carried pairs(String text, Shape.Pairs form, Scope scope) throws UnreadableException {
        Set<String> keys = new HashSet<>();
        for (Source key : form.keys()) {
            keys.add(key.text(scope));
        }
        List<String> candidates = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>();
        for (String pair : parts(text, form.pairSeparator())) {
            int cut = pair.indexOf(form.separator());
            if (cut < 0) {
                continue;
            }
            String name = pair.substring(0, cut).strip();
            String value = pair.substring(cut + form.separator().length()).strip();
            if (keys.contains(name)) {
                if (!value.isEmpty()) {
                    candidates.add(value);
                }
            } else if (parameters.put(name, value) != null) {
                return Carried.NONE; // a parameter that stands twice can be read two ways
            }
        }
        return new Carried(candidates, parameters);
    }

    /** Splits without a regular expression: this runs for every request. */
    private static List<String> parts(String text, String separator) {
        if (separator.isEmpty()) {
            return List.of(text);
        }
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static Carried entries(String text, Shape.Entries form) {
        List<String> candidates = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>();
        boolean isFirst = !form.first().isEmpty();
        for (String entry : parts(text, form.separator())) {
            String bare = entry.strip();
            if (isFirst) {
                parameters.put(form.first(), bare);
                isFirst = false;
            } else if (bare.startsWith(form.entryPrefix())
                    && bare.length() > form.entryPrefix().length()) {
                candidates.add(bare.substring(form.entryPrefix().length()));
            }
        }
        return new Carried(candidates, parameters);
    }

    private static Carried matched(String text, Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        List<String> candidates = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>();
        while (matcher.find()) {
            for (String group : pattern.namedGroups().keySet()) {
                String value = matcher.group(group);
                if (value != null && group.equals("sig")) {
                    candidates.add(value);
                } else if (value != null) {
                    parameters.put(group, value);
                }
            }
        }
        return new Carried(candidates, parameters);
    }
}
