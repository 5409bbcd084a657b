package tallygate.gateway.reconcile.statement;

import java.util.List;
import java.util.OptionalInt;

/** One row of a table with named columns. */
record Cells(Columns columns, List<String> values) {
    /** The value without blanks around it; empty when the header has no such column. */
    String text(String... names) {
        OptionalInt place = columns.first(names);
        return place.isEmpty() || place.getAsInt() >= values.size()
                ? ""
                : values.get(place.getAsInt()).strip();
    }

    String need(String name) throws BadRowException {
        String text = Amount.id(name, text(name));
        if (text.isEmpty()) {
            throw new BadRowException(name + " is empty");
        }
        return text;
    }

    void requireCount() throws BadRowException {
        if (values.size() != columns.count()) {
            throw new BadRowException("has " + values.size() + " fields, the header has " + columns.count());
        }
    }
}
