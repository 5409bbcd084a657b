package tallygate.gateway.desk;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import tallygate.gateway.task.TaskStatus;

/**
 * Which tasks to list. With one status: what changed last comes first; without: what came last. With a status and a span: one or the
 * other, whichever is nearer at hand.
 *
 * @param text an order, event, task or provider transaction id, exactly; the other filters do not apply then
 * @param sources accounts whose event ids are looked through for the text
 * @param after cursor of the page before
 * @param limit 1..500
 */
public record TaskSearch(
        Optional<String> text, Set<String> sources, Filter filter, Span span, Optional<String> after, int limit) {
    /** What is equal in all of them; the error's text only contains it. */
    public record Filter(
            Optional<TaskStatus> status,
            Optional<String> route,
            Optional<String> endpoint,
            Optional<String> provider,
            Optional<String> error) {
        public static final Filter ANY =
                new Filter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** Some condition is not in the index that is walked along. */
        public boolean isPicky() {
            return endpoint.isPresent() || provider.isPresent() || error.isPresent();
        }
    }

    /** When they came. */
    public record Span(Optional<Instant> from, Optional<Instant> to) {
        public static final Span EVER = new Span(Optional.empty(), Optional.empty());
    }

    public TaskSearch {
        sources = Set.copyOf(sources);
        if (limit < 1 || limit > 500) {
            throw new IllegalArgumentException("a page has 1..500 tasks, asked for " + limit);
        }
    }
}
