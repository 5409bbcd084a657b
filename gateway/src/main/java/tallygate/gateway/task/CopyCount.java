package tallygate.gateway.task;

import java.time.Instant;

/**
 * Deliveries of an event after the one that was stored, as far as they are written: some seconds behind, and without those that a
 * killed node had in memory.
 *
 * @param copies at least 1
 * @param lastAddress where the last one came from; empty when it is not known, or was erased
 */
public record CopyCount(long copies, Instant firstSeen, Instant lastSeen, String lastAddress) {}
