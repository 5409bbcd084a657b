package tallygate.gateway.trace;

import tallygate.callback.TraceContext;

/** Where spans go. Never waits and never throws: what cannot be kept is counted and dropped. */
public interface Spans {
    /** Tracing is off: callers ask {@link #isOn} before they make anything. */
    Spans NONE = new Spans() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public boolean takes(TraceContext trace) {
            return false;
        }

        @Override
        public void record(Span span) {}
    };

    boolean isOn();

    /** Whether this trace is one of those that are recorded. */
    boolean takes(TraceContext trace);

    /** Latencies that {@code record} records point at this span if its trace is taken: an exemplar. */
    default void pointing(TraceContext trace, String span, Runnable record) {
        record.run();
    }

    /** To be called with spans of traces that are taken. */
    void record(Span span);
}
