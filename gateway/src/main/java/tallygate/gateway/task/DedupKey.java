package tallygate.gateway.task;

/** What makes an event the same event: the provider account and the provider's own id, compared bytewise. */
public record DedupKey(String source, String eventId) implements Comparable<DedupKey> {
    @Override
    public int compareTo(DedupKey other) {
        int bySource = source.compareTo(other.source);
        return bySource != 0 ? bySource : eventId.compareTo(other.eventId);
    }
}
