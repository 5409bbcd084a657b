package tallygate.callback.provider;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Downloads an account's statements from its provider, with an endpoint's own credentials. Blocks; used by many threads. */
public interface StatementSource {
    /** What is downloaded where nothing else is said: the statement that reconciliation reads. */
    String TRADE = "trade";

    /** How long after the end of a bill day the provider has its statement. */
    Duration readyAfter();

    /** Which statements there are; the first is {@link #TRADE}. */
    default List<String> kinds() {
        return List.of(TRADE);
    }

    /** Whether a statement belongs to a day, or is named by the provider when it is there (settlement by the batch). */
    default boolean isByDay() {
        return true;
    }

    /**
     * One try. What it needs to go on with the next time, a report that is being made or the pages that are there, it names itself.
     *
     * @throws IOException when the file cannot be written
     * @throws InterruptedException when the thread was interrupted
     */
    Fetched fetch(Wanted wanted, Path into, QueryTools tools) throws IOException, InterruptedException;

    /**
     * What is wanted.
     *
     * @param kind one of {@link #kinds}
     * @param day the bill day in the provider's zone
     * @param report the provider's name of it; empty where statements are by the day
     * @param going what the try before named to go on with; empty: from the beginning
     * @param bytesMax a longer file is not taken
     */
    record Wanted(String kind, LocalDate day, ZoneId zone, String report, String going, long bytesMax) {}

    /** What came of a try. */
    sealed interface Fetched {
        /** @param sha1 hex of the unpacked text as the provider told it; empty: it told none */
        record Whole(String sha1) implements Fetched {}

        /** The provider says that nothing happened that day. */
        record NothingThatDay(String detail) implements Fetched {}

        /**
         * Not there yet, or not whole yet.
         *
         * @param going what the next try goes on with
         * @param notBefore how long it will take at least
         */
        record NotYet(String why, String going, Duration notBefore) implements Fetched {}

        /**
         * No answer, or none that counts.
         *
         * @param isOurs true when our credentials are refused: this hits every try
         * @param notBefore what the provider asked for (Retry-After)
         */
        record Failed(String why, boolean isOurs, Optional<Duration> notBefore) implements Fetched {
            public static Failed later(String why) {
                return new Failed(why, false, Optional.empty());
            }
        }
    }
}
