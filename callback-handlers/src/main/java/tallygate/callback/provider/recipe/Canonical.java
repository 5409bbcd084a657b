package tallygate.callback.provider.recipe;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/**
 * The text that a provider makes of all fields before it signs them.
 *
 * @param except fields that are left out, by name
 * @param prefix only fields whose name begins so, whatever the case; empty: all
 */
record Canonical(Of of, Set<String> except, String prefix, Order order, boolean keepsEmpty, Form form, String join) {
    Canonical {
        except = Set.copyOf(except);
    }

    /** Where the fields are. */
    enum Of {
        FORM,
        QUERY,
        /** The top-level members of a JSON body, a form body, or the query: whichever the request has. */
        FIELDS
    }

    enum Order {
        RECEIVED,
        NAME,
        NAME_NOCASE
    }

    /** How one field is written. */
    enum Form {
        /** {@code name=value} */
        PAIR,
        /** As above, name and value form-encoded with a plus for a blank. */
        PAIR_ENCODED,
        /** Name and value without anything between. */
        BOTH,
        VALUE
    }

    String text(Scope scope) throws UnreadableException {
        List<FormFields.Field> chosen = new ArrayList<>();
        for (FormFields.Field field : fields(scope)) {
            if (counts(field)) {
                chosen.add(field);
            }
        }
        switch (order) {
            case RECEIVED -> {}
            case NAME -> chosen.sort(Comparator.comparing(FormFields.Field::name));
            case NAME_NOCASE ->
                chosen.sort(Comparator.comparing(field -> field.name().toLowerCase(Locale.ROOT)));
        }
        StringJoiner out = new StringJoiner(join);
        chosen.forEach(field -> out.add(written(field)));
        return out.toString();
    }

    private boolean counts(FormFields.Field field) {
        return !except.contains(field.name())
                && (keepsEmpty || !field.value().isEmpty())
                && field.name().regionMatches(true, 0, prefix, 0, prefix.length());
    }

    private List<FormFields.Field> fields(Scope scope) throws UnreadableException {
        return switch (of) {
            case FORM -> scope.form().fields();
            case QUERY -> scope.query().fields();
            case FIELDS -> scope.fields();
        };
    }

    private String written(FormFields.Field field) {
        return switch (form) {
            case PAIR -> field.name() + "=" + field.value();
            case PAIR_ENCODED -> encoded(field.name()) + "=" + encoded(field.value());
            case BOTH -> field.name() + field.value();
            case VALUE -> field.value();
        };
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The members of a JSON object as fields. */
    static List<FormFields.Field> members(JsonValue json) {
        List<FormFields.Field> fields = new ArrayList<>();
        json.members().forEach((name, value) -> fields.add(new FormFields.Field(name, value.scalar())));
        return fields;
    }
}
