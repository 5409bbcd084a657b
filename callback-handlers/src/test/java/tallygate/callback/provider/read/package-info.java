@NullMarked
package tallygate.callback.provider.read;

import org.jspecify.annotations.NullMarked;
