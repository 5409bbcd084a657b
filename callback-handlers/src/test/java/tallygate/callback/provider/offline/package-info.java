@NullMarked
package tallygate.callback.provider.offline;

import org.jspecify.annotations.NullMarked;
