package tallygate.gateway.trace;

import java.util.Map;
import tallygate.callback.TraceContext;

/**
 * One thing that has ended.
 *
 * @param id 16 hexadecimal digits
 * @param parent the span it belongs to; empty for the root of its trace
 * @param name a word of ours
 * @param startNanos by the monotonic clock
 * @param link a {@code traceparent} that came from outside and is only pointed at; empty for none
 */
public record Span(
        TraceContext trace,
        String id,
        String parent,
        Kind kind,
        String name,
        long startNanos,
        long endNanos,
        Map<Attribute, String> attributes,
        String link,
        boolean isError) {
    /** Which side of a call it is. */
    public enum Kind {
        SERVER,
        CLIENT,
        INTERNAL
    }

    public Span {
        attributes = Map.copyOf(attributes);
    }
}
