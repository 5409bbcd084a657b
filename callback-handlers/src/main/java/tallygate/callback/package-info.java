/** The words that all parts share: an event in our terms, a delivery to a handler, its outcome. */
@NullMarked
package tallygate.callback;

import org.jspecify.annotations.NullMarked;
