/**
 * Provider against gateway: statements, event lists and answers come in; recovered tasks, discrepancies and certificates go
 * out. Judges in pure functions; the store is handed in.
 */
@NullMarked
package tallygate.gateway.reconcile;

import org.jspecify.annotations.NullMarked;
