/** The packaged distribution is killed in the middle of its work; what it acknowledged must be stored once and delivered. */
@NullMarked
package tallygate.gateway.crash;

import org.jspecify.annotations.NullMarked;
