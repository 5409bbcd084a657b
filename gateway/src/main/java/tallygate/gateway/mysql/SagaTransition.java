package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.saga.Applied;
import tallygate.gateway.saga.Entry;
import tallygate.gateway.saga.SagaStatus;
import tallygate.gateway.saga.Transition;

/** Writes one transition of a saga: its row first, under epoch and state, then its requests, each under what was known of it. */
final class SagaTransition {
    private static final int DUPLICATE_KEY = 1062;
    private static final Duration LOCK_PAUSE = Duration.ofSeconds(2);

    private final Session session;
    private final Transition transition;

    private SagaTransition(Session session, Transition transition) {
        this.session = session;
        this.transition = transition;
    }

    static Applied apply(Transactor transactor, Transition transition) {
        try {
            return transactor.run(
                    "saga transition",
                    Transactor.Mode.WHOLE,
                    session -> new SagaTransition(session, transition).write());
        } catch (NothingWritten e) {
            return e.why;
        }
    }

    /** Rolls back what was written so far. */
    private static final class NothingWritten extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final Applied why;

        NothingWritten(Applied why) {
            super("nothing written", null, false, false);
            this.why = why;
        }
    }

    private Applied write() throws SQLException {
        boolean begins = transition.from() == SagaStatus.CREATED && transition.to() != SagaStatus.CREATED;
        if (begins && !takesLock()) {
            return standBack();
        }
        int moved = move();
        if (moved > 1) {
            throw new IllegalStateException(moved + " rows share the saga row " + row());
        }
        if (moved == 0) {
            throw new NothingWritten(Applied.LOST);
        }
        for (Transition.Write write : transition.writes()) {
            write(write);
        }
        tell();
        if (transition.to().isFinal()) {
            wakeNext();
        }
        return Applied.MADE;
    }

    private long row() {
        return transition.lease().row();
    }

    /** @return false when another saga of the business id has it, or stands before this one */
    private boolean takesLock() throws SQLException {
        byte[] key = lockKey();
        if (key == null) {
            return true;
        }
        try (ResultSet rows =
                session.prepare(SagaSql.OLDEST_OF_LOCK).add(key).add(row()).query()) {
            // The holder comes first, then the oldest that waits; a younger one that waits is not in the way.
            if (rows.next() && rows.getLong(1) < row()) {
                return false;
            }
        }
        try {
            session.prepare(SagaSql.TAKE_LOCK)
                    .add(row())
                    .add(transition.lease().epoch())
                    .update();
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    private byte @Nullable [] lockKey() throws SQLException {
        try (ResultSet rows = session.prepare(SagaSql.LOCK_KEY).add(row()).query()) {
            return rows.next() ? rows.getBytes(1) : null;
        }
    }

    private Applied standBack() throws SQLException {
        int changed = session.prepare(SagaSql.STAND_BACK)
                .add(LOCK_PAUSE.toMillis() * 1000)
                .add(row())
                .add(transition.lease().epoch())
                .update();
        return changed == 1 ? Applied.LOCKED : Applied.LOST;
    }

    private int move() throws SQLException {
        int mark = transition.writes().stream()
                .mapToInt(write -> write.after().mark())
                .max()
                .orElse(0);
        boolean isReleased = transition.ending() instanceof Transition.Ending.Release;
        boolean isKept = transition.ending() instanceof Transition.Ending.Keep;
        boolean isHeld = transition.ending() instanceof Transition.Ending.Hold;
        return session.prepare(SagaSql.MOVE)
                .add(isReleased ? 1 : 0)
                .add(pause().toMillis() * 1000)
                .add(transition.to().code())
                .add(transition.step())
                .add(mark)
                .add(isHeld ? 1 : 0)
                .add(isKept ? 0 : 1)
                .add(transition.to().isFinal() ? 1 : 0)
                .add(transition.to().isEnded() ? 1 : 0)
                .addOrNull(
                        transition.told().why().isEmpty()
                                ? null
                                : Texts.cut(transition.told().why(), Texts.ERROR_MAX))
                .add(row())
                .add(transition.lease().epoch())
                .add(transition.from().code())
                .update();
    }

    private Duration pause() {
        return switch (transition.ending()) {
            case Transition.Ending.Keep(Duration lease) -> lease;
            case Transition.Ending.Release(Duration pause) -> pause.isNegative() ? Duration.ZERO : pause;
            case Transition.Ending.Hold _, Transition.Ending.End _ -> Duration.ZERO;
        };
    }

    private void write(Transition.Write write) throws SQLException {
        if (write.before().isEmpty()) {
            insert(write);
            return;
        }
        Entry before = write.before().get();
        Params params = session.prepare(SagaSql.UPDATE_ENTRY);
        values(params, write.after());
        int changed = params.add(before.requestId())
                .add(before.status().code())
                .add(before.tries())
                .add(before.misses())
                .add(before.asks())
                .update();
        if (changed == 0) {
            throw new NothingWritten(Applied.STALE);
        }
    }

    private void insert(Transition.Write write) throws SQLException {
        Params params = session.prepare(SagaSql.INSERT_ENTRY);
        values(params, write.after());
        try {
            params.add(write.after().requestId())
                    .add(write.after().seq())
                    .add(write.stepName())
                    .add(row())
                    .update();
        } catch (SQLException e) {
            if (e.getErrorCode() == DUPLICATE_KEY) {
                throw new NothingWritten(Applied.STALE);
            }
            throw e;
        }
    }

    private static void values(Params params, Entry entry) throws SQLException {
        Duration due = entry.due().isNegative() ? Duration.ZERO : entry.due();
        params.add(entry.status().code())
                .add(entry.tries())
                .add(entry.misses())
                .add(entry.asks())
                .add(entry.mark())
                .add(due.toMillis() * 1000)
                .add(entry.statusUrl())
                .add(entry.response().getBytes(StandardCharsets.UTF_8))
                .add(Texts.cut(entry.error(), Texts.ERROR_MAX));
    }

    private void tell() throws SQLException {
        for (Transition.DeadLetter letter : transition.told().dead()) {
            session.prepare(SagaSql.DEAD_LETTER)
                    .add(letter.seq())
                    .add(letter.stepName())
                    .add(letter.requestId())
                    .add(letter.tries())
                    .add(Texts.cut(letter.error(), Texts.ERROR_MAX))
                    .add(row())
                    .update();
        }
        for (Transition.Note note : transition.told().notes()) {
            note(session, row(), note);
        }
        if (!transition.told().why().isEmpty()) {
            String kind = transition.ending() instanceof Transition.Ending.Hold ? "held" : "turn";
            note(
                    session,
                    row(),
                    new Transition.Note("", kind, 0, "", transition.told().why(), Duration.ZERO));
        }
    }

    static void note(Session session, long row, Transition.Note note) throws SQLException {
        session.prepare(SagaSql.NOTE)
                .add(note.kind())
                .add(note.number())
                .add(note.outcome())
                .add(Texts.cut(note.detail(), 1000))
                .add(note.took().toMillis())
                .add(note.requestId())
                .add(row)
                .update();
    }

    private void wakeNext() throws SQLException {
        byte[] key = lockKey();
        if (key != null) {
            session.prepare(SagaSql.WAKE_NEXT).add(key).update();
        }
    }
}
