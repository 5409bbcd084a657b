/**
 * Why a request was refused, found by trying what usually happens to requests on their way. Comes in: a refused request and a
 * judge; goes out: findings for operators. Never on the hot path, never to the sender.
 */
@NullMarked
package tallygate.callback.provider.explain;

import org.jspecify.annotations.NullMarked;
