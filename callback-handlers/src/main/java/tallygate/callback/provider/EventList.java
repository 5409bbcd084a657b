package tallygate.callback.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Lists the events that a provider made in a span of time, with an endpoint's own credentials. Blocks; used by many threads. */
public interface EventList {
    /** How long the provider keeps events: what is older cannot be found missing. */
    Duration retention();

    /**
     * One page. A page may be in any order; the span is complete when a page has no {@link Page#next}.
     *
     * @param cursor empty for the first page, else what the page before named
     * @throws InterruptedException when the thread was interrupted
     */
    Listed page(Span span, String cursor, QueryTools tools) throws InterruptedException;

    /**
     * From when until when events were made at the provider.
     *
     * @param until exclusive
     */
    record Span(Instant since, Instant until) {
        public Span {
            if (!since.isBefore(until)) {
                throw new IllegalArgumentException("a span ends after it begins, was " + since + " to " + until);
            }
        }
    }

    /** What came of asking for a page. */
    sealed interface Listed permits Page, Failed {}

    /** @param next the cursor of the next page; empty: this was the last */
    record Page(List<ListedEvent> events, Optional<String> next) implements Listed {
        public Page {
            events = List.copyOf(events);
        }
    }

    /**
     * No answer, or none that counts.
     *
     * @param isOurs true when our credentials are refused or the list is switched off: this hits every question
     * @param notBefore what the provider asked for (Retry-After)
     */
    record Failed(String why, boolean isOurs, Optional<Duration> notBefore) implements Listed {}

    /**
     * One event of the list.
     *
     * @param eventId as in the callback: compare it with what is stored
     * @param type the provider's word
     * @param body what the provider's callback would carry, as JSON; nobody may write to the array
     */
    record ListedEvent(String eventId, String type, Instant createdAt, byte[] body) {
        /** Without the body: it may hold a person's data. */
        @Override
        public String toString() {
            return "ListedEvent[" + eventId + " " + type + " " + createdAt + "]";
        }
    }
}
