/** The process: Main and the wiring, the only place where all parts meet. */
@NullMarked
package tallygate.gateway;

import org.jspecify.annotations.NullMarked;
