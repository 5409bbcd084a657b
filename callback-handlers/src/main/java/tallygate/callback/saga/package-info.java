/**
 * How a saga's participants are called: comes in a step's call with its request id, goes out what it came to. One class a
 * kind of participant.
 */
@NullMarked
package tallygate.callback.saga;

import org.jspecify.annotations.NullMarked;
