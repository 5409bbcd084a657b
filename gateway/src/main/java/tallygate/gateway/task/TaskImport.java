package tallygate.gateway.task;

/** Takes over tasks from a table that a system of the operator's own has kept. */
public interface TaskImport {
    /**
     * Where from and as what.
     *
     * @param table {@code name} or {@code database.name}, readable by the gateway's database user
     * @param source the account under which event ids are remembered
     * @param route where the tasks go; empty: each goes to the route named like its biz_type
     * @param zone the offset of the table's times, as {@code +08:00}
     * @param runsProcessing true: what was being processed runs again; false: it is held, since nobody knows what became of it
     */
    record Origin(String table, String source, String route, String zone, boolean runsProcessing) {
        public Origin {
            if (!table.matches("[A-Za-z0-9_]{1,64}(\\.[A-Za-z0-9_]{1,64})?")) {
                throw new IllegalArgumentException("a table is NAME or DATABASE.NAME, got " + table);
            }
            if (!zone.matches("[+-](0\\d|1[0-4]):[0-5]\\d")) {
                throw new IllegalArgumentException("a zone is an offset as +08:00, got " + zone);
            }
        }
    }

    /**
     * What a chunk came to. Committed.
     *
     * @param lastId of the table, where the next chunk begins behind
     * @param seen rows of the table
     * @param added rows that are new here
     */
    record Chunk(long lastId, int seen, int added) {}

    /**
     * The next rows behind an id. Idempotent on the event id: what is there is left as it is.
     *
     * @return nothing seen when the table is through
     */
    Chunk take(Origin origin, long afterId, int rowsMax);

    /** How many rows the table has and how many of them are not here yet. */
    Chunk look(Origin origin);
}
