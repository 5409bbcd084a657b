package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

/** As much of a stored task as decides whether an insert is new. */
record StoredRow(TaskId id, Key key, byte[] digest, int status, int epoch, long owner, Optional<TaskId> effectOf) {

    /** The dedup key as the columns hold it. */
    record Key(byte[] source, byte[] eventId) {
        static Key of(NewTask task) {
            return new Key(Keys.column(task.source()), Keys.column(task.event().eventId()));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(source, key.source) && Arrays.equals(eventId, key.eventId);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(source) + Arrays.hashCode(eventId);
        }

        @Override
        public String toString() {
            return new String(source, StandardCharsets.UTF_8) + "/" + new String(eventId, StandardCharsets.UTF_8);
        }
    }

    static StoredRow read(ResultSet row) throws SQLException {
        long effectOf = row.getLong(8);
        return new StoredRow(
                new TaskId(row.getLong(1)),
                new Key(row.getBytes(2), row.getBytes(3)),
                row.getBytes(4),
                row.getInt(5),
                row.getInt(6),
                row.getLong(7),
                effectOf == 0 ? Optional.empty() : Optional.of(new TaskId(effectOf)));
    }

    /** What to answer when this row was stored by an earlier call with the same id. */
    Insertion again(NewTask task, long me) {
        if (effectOf.isPresent()) {
            return earlier();
        }
        boolean isAsStored = switch (task.start()) {
            case NewTask.Start.Leased _ -> status == TaskStatus.PROCESSING.code() && epoch == 1 && owner == me;
            case NewTask.Start.Due _, NewTask.Start.Later _, NewTask.Start.Held _ ->
                status == TaskStatus.PENDING.code() && epoch == 0;
        };
        return isAsStored ? new Insertion.Fresh(id) : earlier();
    }

    /** Stored by an earlier call, and nobody is to run it for that. */
    Insertion earlier() {
        return effectOf.<Insertion>map(first -> new Insertion.EffectTaken(id, first))
                .orElseGet(() -> new Insertion.Earlier(id));
    }

    /** A row without a digest was inserted by a shop: there is nothing to compare. */
    boolean hasContentOf(NewTask task) {
        return digest.length == 0 || Arrays.equals(digest, task.event().digest());
    }
}
