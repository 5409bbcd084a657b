package tallygate.gateway.task;

/**
 * A node's number and name for as long as it sends heartbeats.
 *
 * @param node 0..1022, part of each id this node makes
 * @param incarnation unique for each start of a node, grows with time; {@code lease_owner} of the tasks it holds
 * @param idFloorMillis milliseconds since 2020 that the number's former holders may have used in ids
 */
public record NodeLease(int node, long incarnation, long idFloorMillis) {}
