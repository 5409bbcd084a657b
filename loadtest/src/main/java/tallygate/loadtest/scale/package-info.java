/** A model of several gateways on one database: where the next limit is, and whose. Fed with what {@code bench} measured. */
@NullMarked
package tallygate.loadtest.scale;

import org.jspecify.annotations.NullMarked;
