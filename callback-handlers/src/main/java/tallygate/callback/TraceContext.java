package tallygate.callback;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tallygate.signature.Header;

/**
 * The W3C trace of one task or saga. Its id and those of its spans are derived from ids that every node knows, so a later try on
 * another node goes on with the trace of the first and no row has to keep it.
 *
 * @param traceId 32 hexadecimal digits
 */
public record TraceContext(String traceId) {
    private static final HexFormat HEX = HexFormat.of();
    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;

    public static TraceContext ofTask(long taskId) {
        return new TraceContext(derived("task " + taskId, TRACE_BYTES));
    }

    /** For a saga that no task has started. */
    public static TraceContext ofSaga(String sagaId) {
        return new TraceContext(derived("saga " + sagaId, TRACE_BYTES));
    }

    /** The span that all others are below: the callback that brought the task. */
    public String root() {
        return span("root");
    }

    /** The span of a try of the task. */
    public String attempt(int attempt) {
        return span("attempt " + attempt);
    }

    /** @param what names the span among all of this trace */
    public String span(String what) {
        return derived(traceId + " " + what, SPAN_BYTES);
    }

    /** Whether this is one of the traces that are recorded when one of so many is; the same answer on every node. */
    public boolean isOneOf(int many) {
        return many == 1 || Long.remainderUnsigned(HexFormat.fromHexDigitsToLong(traceId, 16, 32), many) == 0;
    }

    /**
     * What a receiver goes on with.
     *
     * @param isRecorded receivers usually record what is recorded here
     */
    public Header header(String span, boolean isRecorded) {
        return new Header("traceparent", "00-" + traceId + "-" + span + (isRecorded ? "-01" : "-00"));
    }

    /** Never all zeros, which is no id: that would take a digest of zeros. */
    private static String derived(String text, int bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HEX.formatHex(digest, 0, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
