/** A provider as seen from the gateway: what is not acknowledged is sent again, on the provider's own plan. */
@NullMarked
package tallygate.loadtest.provider;

import org.jspecify.annotations.NullMarked;
