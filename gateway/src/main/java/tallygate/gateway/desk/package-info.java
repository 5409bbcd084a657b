/**
 * What people look at and decide together: searches, the timeline of an order, plans over many tasks, what needs a second person,
 * the audit chain. Questions come in, rows go out; every decision is one transaction with its audit row.
 */
@NullMarked
package tallygate.gateway.desk;

import org.jspecify.annotations.NullMarked;
