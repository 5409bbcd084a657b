/** The hardened parsers and the helpers that turn provider content into events: one place each. */
@NullMarked
package tallygate.callback.provider.read;

import org.jspecify.annotations.NullMarked;
