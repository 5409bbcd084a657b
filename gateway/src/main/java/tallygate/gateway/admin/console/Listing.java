package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.List;

/**
 * A page that is a table: what most pages of the console are.
 *
 * @param next address of the next page, empty for none
 */
public record Listing(
        Link back,
        String title,
        String lead,
        List<Link> links,
        Note note,
        List<Filter> filters,
        List<String> heads,
        List<Row> rows,
        Empty empty,
        String next,
        List<Form> forms) {
    /** Where else to go. */
    public record Link(String text, String href) {
        static final Link NONE = new Link("", "");
    }

    /** A sentence above the table. */
    public record Note(String text, String tone) {
        static final Note NONE = new Note("", "");
    }

    /** A field of the filter: a text, or a choice where there are choices. */
    public record Filter(String label, String name, String value, List<Choice> choices) {
        Filter(String label, String name, String value) {
            this(label, name, value, List.of());
        }
    }

    /** What an empty table says. */
    public record Empty(String title, String text) {}

    /** One row; its first cell leads to the address. */
    public record Row(String id, String href, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /** One cell: a text, a smaller one below, a state's sign, and what can be done. */
    public record Cell(String text, String more, String sign, List<Button> buttons) {
        public Cell {
            buttons = List.copyOf(buttons);
        }

        /** Figures and money stand right, one below the other; an address is none. */
        public boolean isNumber() {
            return sign.isEmpty() && text.matches("([A-Z]{3} \u2212?)?[\\d,]{1,20}(\\.\\d{1,6})?\\+?( (ms|B|s|%))?");
        }

        /** A moment stays on one line where there is room. */
        public boolean isTime() {
            return text.matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\S{1,40}");
        }

        static Cell of(String text) {
            return new Cell(text, "", "", List.of());
        }

        static Cell of(String text, String more) {
            return new Cell(text, more, "", List.of());
        }

        static Cell signed(String sign, String text) {
            return new Cell(text, "", sign, List.of());
        }

        static Cell doing(Button... buttons) {
            return new Cell("", "", "", List.of(buttons));
        }
    }

    public record Button(String text, String action) {}

    /** A form below the table. */
    public record Form(String title, String action, String button, List<Field> fields) {
        public Form {
            fields = List.copyOf(fields);
        }
    }

    /** A field of a form: a text, a choice, or boxes to tick. */
    public record Field(
            String label, String name, String value, boolean isNeeded, List<Choice> choices, List<Choice> checks) {
        static Field text(String label, String name) {
            return new Field(label, name, "", true, List.of(), List.of());
        }

        static Field optional(String label, String name) {
            return new Field(label, name, "", false, List.of(), List.of());
        }

        static Field choice(String label, String name, List<Choice> choices) {
            return new Field(label, name, "", true, choices, List.of());
        }

        static Field checks(String label, String name, List<Choice> checks) {
            return new Field(label, name, "", false, List.of(), checks);
        }

        public boolean isChecks() {
            return !checks.isEmpty();
        }
    }

    public record Choice(String value, String text) {}

    /** The column's first cell that says anything is a figure. */
    public boolean isNumber(int column) {
        return column > 0
                && rows.stream()
                        .filter(row -> column < row.cells().size())
                        .map(row -> row.cells().get(column))
                        .filter(cell -> !cell.text().isEmpty() && !cell.text().equals("–"))
                        .findFirst()
                        .map(Cell::isNumber)
                        .orElse(false);
    }

    public String notice() {
        return note.text();
    }

    public String tone() {
        return note.tone();
    }

    public String emptyTitle() {
        return empty.title();
    }

    public String emptyText() {
        return empty.text();
    }

    static Listing of(String title, String lead, List<String> heads, List<Row> rows, Empty empty) {
        return new Listing(Link.NONE, title, lead, List.of(), Note.NONE, List.of(), heads, rows, empty, "", List.of());
    }

    /** The page above this one. */
    Listing under(Link place) {
        return new Listing(place, title, lead, links, note, filters, heads, rows, empty, next, forms);
    }

    Listing filtered(Filter... wanted) {
        return new Listing(back, title, lead, links, note, List.of(wanted), heads, rows, empty, next, forms);
    }

    Listing further(String address) {
        return new Listing(back, title, lead, links, note, filters, heads, rows, empty, address, forms);
    }

    Listing noting(String text, String tone) {
        return new Listing(back, title, lead, links, new Note(text, tone), filters, heads, rows, empty, next, forms);
    }

    Listing linking(Link link) {
        List<Link> more = new ArrayList<>(links);
        more.add(link);
        return new Listing(back, title, lead, more, note, filters, heads, rows, empty, next, forms);
    }

    Listing with(Form form) {
        List<Form> more = new ArrayList<>(forms);
        more.add(form);
        return new Listing(back, title, lead, links, note, filters, heads, rows, empty, next, more);
    }
}
