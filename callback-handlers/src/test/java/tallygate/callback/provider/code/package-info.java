@NullMarked
package tallygate.callback.provider.code;

import org.jspecify.annotations.NullMarked;
