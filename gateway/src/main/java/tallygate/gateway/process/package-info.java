/** lease, work, complete, retry: takes leased tasks, runs handlers, writes what came of it. */
@NullMarked
package tallygate.gateway.process;

import org.jspecify.annotations.NullMarked;
