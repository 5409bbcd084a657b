/** Recorded requests, judged without a gateway: what {@code tallygate verify} reads and prints. */
@NullMarked
package tallygate.callback.provider.offline;

import org.jspecify.annotations.NullMarked;
