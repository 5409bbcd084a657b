package tallygate.loadtest.raw;

/**
 * A column of the table and what a row of the raw loop has in it.
 *
 * @param name as the database spells it
 */
record Column(String name, Fill fill) {
    /** Where a value comes from. */
    sealed interface Fill {
        /** The value of the model row, bound as it is. */
        record Same(Kind kind, Object value) implements Fill {}

        /** The model row holds NULL. */
        record Null() implements Fill {}

        /** A time, computed by the database. */
        record Now() implements Fill {}

        /** Counts on from the model row: a primary key that grows with time. */
        record Counting(long from) implements Fill {}

        /** As long as the model's value and different in each row, spread over the whole index. */
        record Spread(Kind kind, String prefix) implements Fill {}
    }

    /** How a value is bound. */
    enum Kind {
        NUMBER,
        TEXT,
        BYTES
    }

    /** What stands for the column in {@code VALUES (…)}. */
    String placeholder() {
        return switch (fill) {
            case Fill.Now _ -> "UTC_TIMESTAMP(3)";
            case Fill.Null _ -> "NULL";
            case Fill.Same _, Fill.Counting _, Fill.Spread _ -> "?";
        };
    }
}
