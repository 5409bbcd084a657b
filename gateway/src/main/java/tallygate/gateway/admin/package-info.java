/** Beside the flow: health, metrics and the operator's requests on the management listener. */
@NullMarked
package tallygate.gateway.admin;

import org.jspecify.annotations.NullMarked;
