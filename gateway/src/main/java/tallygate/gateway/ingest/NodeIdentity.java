package tallygate.gateway.ingest;

import tallygate.gateway.task.TaskIds;

/**
 * Under which leased number this node makes ids now.
 *
 * @param owner the node's incarnation, written to the rows that it leases
 */
public record NodeIdentity(TaskIds ids, long owner) {}
