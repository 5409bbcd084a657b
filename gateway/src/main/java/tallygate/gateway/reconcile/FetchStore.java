package tallygate.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Which statements are to be downloaded, and what the tries came to. Times are judged by the database's clock. */
public interface FetchStore {
    /**
     * One statement.
     *
     * @param report the provider's name of it; empty where statements are by the day
     */
    record Item(String source, LocalDate day, String report) {}

    /**
     * A statement in hand. Who was too slow has lost it: what it writes is guarded by {@code tries}.
     *
     * @param going what the try before named to go on with
     * @param tries how often it was taken, this time counted
     */
    record Taken(Item item, String going, int tries) {}

    /** How it ended. */
    enum End {
        TAKEN(1),
        NONE(2),
        GIVEN_UP(3);

        private final int code;

        End(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    /** As people see it; {@code state} is wanted, taken, none or given-up. */
    record Seen(Item item, String state, int tries, Instant next, String detail) {}

    /** Wants a statement, unless it is known. @return true when it is wanted by this call */
    boolean want(Item item);

    /** Wants it at once, whatever became of it before. */
    void wantNow(Item item);

    /** Takes what is due of these accounts, so that no other node fetches it at the same time. */
    Optional<Taken> take(List<String> sources, Duration lease);

    /** @return false when it was lost to another node */
    boolean later(Taken taken, Duration delay, String going, String detail);

    /** @return false when it was lost to another node */
    boolean end(Taken taken, End end, String detail);

    Optional<Seen> find(Item item);

    /** The statements of one bill day. */
    List<Seen> ofDay(LocalDate day);
}
