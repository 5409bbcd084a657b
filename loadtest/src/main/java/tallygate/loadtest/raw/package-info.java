/** The least that any durable intake costs: the same rows, inserted by a loop that does nothing else. */
@NullMarked
package tallygate.loadtest.raw;

import org.jspecify.annotations.NullMarked;
