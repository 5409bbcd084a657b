package tallygate.gateway.ingest;

import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreException.Kind;

/** Counts and releases rows that turn up late, when the database is back; should no callback come, it is what finds out that it is. */
final class LateRelease {
    private static final Logger log = LoggerFactory.getLogger(LateRelease.class);

    private final WriterParts parts;
    private final LateRows rows;

    LateRelease(WriterParts parts, LateRows rows) {
        this.parts = parts;
        this.rows = rows;
    }

    void note(Batch batch, Group group) {
        rows.note(new LateRows.Late(
                group.task.id(),
                batch.owner(),
                group.isLeased(),
                group.isHeld(),
                batch.isForQuarantine(),
                group.meters));
    }

    /** How long until there is something to ask and the database may be asked; {@link LateRows#NEVER} for nothing. */
    long dueIn(long now) {
        long dueIn = rows.dueIn(now);
        return dueIn == LateRows.NEVER ? dueIn : Math.max(dueIn, parts.breaker().admitsIn(now));
    }

    /** @return false when somebody else is finding out already: nothing was asked */
    boolean ask(long now) {
        if (!parts.breaker().admits(now)) {
            return false;
        }
        try {
            rows.ask(parts.store(), now, this::found);
            parts.breaker().succeeded();
        } catch (StoreException e) {
            String why = Objects.requireNonNullElse(e.getMessage(), "no message");
            if (e.kind() == Kind.UNAVAILABLE || e.kind() == Kind.UNKNOWN) {
                parts.breaker().failed(parts.nanos().getAsLong(), why);
            }
            log.warn("rows={} are not released yet and will be asked for again: {}", rows.size(), why);
        }
        return true;
    }

    private void found(LateRows.Late late, Insertion there) {
        if (late.isLeased()) {
            parts.metrics().lateReleased().increment();
        }
        late.meters()
                .committed(late.isForQuarantine() ? new Insertion.Quarantined(there.task(), "") : there, late.isHeld());
    }
}
