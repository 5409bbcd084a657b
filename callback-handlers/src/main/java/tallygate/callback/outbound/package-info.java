/**
 * Calls that leave this process. Comes in: a request and who wrote its URL; goes out: what is proven of it. Two ways: {@link
 * tallygate.callback.outbound.Outbound} for every URL, guarded, one connection a call; {@link
 * tallygate.callback.outbound.HttpCalls} for the handlers' own servers, pooled.
 */
@NullMarked
package tallygate.callback.outbound;

import org.jspecify.annotations.NullMarked;
