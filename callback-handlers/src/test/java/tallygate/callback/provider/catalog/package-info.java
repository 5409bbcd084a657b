@NullMarked
package tallygate.callback.provider.catalog;

import org.jspecify.annotations.NullMarked;
