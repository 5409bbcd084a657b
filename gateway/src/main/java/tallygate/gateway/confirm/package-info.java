/**
 * Asks providers about what they only hinted at. Comes in: a task that holds an unsigned notice; goes out: what the provider
 * says, as events on the normal path, or the end of the hint.
 */
@NullMarked
package tallygate.gateway.confirm;

import org.jspecify.annotations.NullMarked;
