/** The child processes of a measurement: load driver, provider, downstream, HTTP floor and raw insert loop. Results on stdout. */
@NullMarked
package tallygate.loadtest;

import org.jspecify.annotations.NullMarked;
