/**
 * For the services that take part in a saga: a guard that makes its steps happen once, its compensations harmless, and late
 * requests refused. Comes in a request id, goes out whether the work is to be done; all in the service's own transaction.
 */
@NullMarked
package tallygate.callback.participant;

import org.jspecify.annotations.NullMarked;
