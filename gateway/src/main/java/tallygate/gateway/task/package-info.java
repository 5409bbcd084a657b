/** The task: its row, its states and moves, and the store's interface. Pure; all other parts talk about it. */
@NullMarked
package tallygate.gateway.task;

import org.jspecify.annotations.NullMarked;
