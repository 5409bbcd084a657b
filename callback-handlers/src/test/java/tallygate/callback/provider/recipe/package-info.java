@NullMarked
package tallygate.callback.provider.recipe;

import org.jspecify.annotations.NullMarked;
