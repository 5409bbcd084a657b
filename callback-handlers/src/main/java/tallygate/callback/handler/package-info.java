/** One class a kind of work; may do I/O, may block, runs on a virtual thread. */
@NullMarked
package tallygate.callback.handler;

import org.jspecify.annotations.NullMarked;
