/** Traces: spans of callbacks, tries and saga steps come in, OTLP over HTTP goes out, and latencies point at them. Knows nobody. */
@NullMarked
package tallygate.gateway.trace;

import org.jspecify.annotations.NullMarked;
