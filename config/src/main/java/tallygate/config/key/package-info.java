/** Keys with their type, default, bounds and words in two languages; a section reads them and says what is wrong. */
@NullMarked
package tallygate.config.key;

import org.jspecify.annotations.NullMarked;
