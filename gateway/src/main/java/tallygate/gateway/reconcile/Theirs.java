package tallygate.gateway.reconcile;

import tallygate.gateway.reconcile.statement.StatementRow;

/**
 * A stored row of a statement.
 *
 * @param file the id of the file it stands in
 */
public record Theirs(long file, StatementRow row) {}
