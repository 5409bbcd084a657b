@NullMarked
package tallygate.callback.provider;

import org.jspecify.annotations.NullMarked;
