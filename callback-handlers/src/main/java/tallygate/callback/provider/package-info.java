/** One definition a payment provider: how it signs, how its events are read, what it wants to be answered. No I/O. */
@NullMarked
package tallygate.callback.provider;

import org.jspecify.annotations.NullMarked;
