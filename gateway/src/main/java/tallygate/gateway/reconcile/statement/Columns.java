package tallygate.gateway.reconcile.statement;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Where each column stands, by its name: providers change order and number of their columns, never silently their names. */
final class Columns {
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final int count;

    private Columns(List<String> names) throws BadStatementException {
        count = names.size();
        for (int i = 0; i < names.size(); i++) {
            String name = plain(names.get(i));
            if (!name.isEmpty() && places.put(name, i) != null) {
                throw new BadStatementException(
                        "the header names the column '" + names.get(i).strip() + "' twice");
            }
        }
    }

    /** @param needed names without which this is no such statement */
    static Columns of(List<String> names, String... needed) throws BadStatementException {
        Columns columns = new Columns(names);
        List<String> missing = new ArrayList<>();
        for (String name : needed) {
            if (columns.find(name).isEmpty()) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            throw new BadStatementException(
                    "the header lacks the columns " + missing + ": another report, or another version");
        }
        return columns;
    }

    /** Brackets in half width, one blank for several, without quotes and back-ticks, in lower case. */
    private static String plain(String name) {
        String flat = Normalizer.normalize(name, Normalizer.Form.NFKC);
        return flat.replace("`", "")
                .replace("\"", "")
                .strip()
                .replaceAll("\\s+", " ")
                .toLowerCase(Locale.ROOT);
    }

    int count() {
        return count;
    }

    OptionalInt find(String name) {
        Integer place = places.get(plain(name));
        return place == null ? OptionalInt.empty() : OptionalInt.of(place);
    }

    boolean has(String name) {
        return find(name).isPresent();
    }

    /** The first of the names that the header has, as different versions of a report call it. */
    OptionalInt first(String... names) {
        for (String name : names) {
            OptionalInt place = find(name);
            if (place.isPresent()) {
                return place;
            }
        }
        return OptionalInt.empty();
    }
}
