/** The least that any HTTP intake costs: read the request whole, answer 200. */
@NullMarked
package tallygate.loadtest.floor;

import org.jspecify.annotations.NullMarked;
