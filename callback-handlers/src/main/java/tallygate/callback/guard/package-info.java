/**
 * For handlers and receivers in Java: comes in an idempotency key and an effect on the shop's database, goes out the effect
 * applied once for each key.
 */
@NullMarked
package tallygate.callback.guard;

import org.jspecify.annotations.NullMarked;
