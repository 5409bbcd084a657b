/** A business service as seen from the gateway: books each effect by its key, and misbehaves when told to. */
@NullMarked
package tallygate.loadtest.downstream;

import org.jspecify.annotations.NullMarked;
