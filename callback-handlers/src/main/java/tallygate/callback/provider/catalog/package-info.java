/** All providers by name, and what every endpoint may say whatever its provider. */
@NullMarked
package tallygate.callback.provider.catalog;

import org.jspecify.annotations.NullMarked;
