/** The house rules that a compiler cannot see: who may know whom, layout, format, banned words. */
@NullMarked
package tallygate.house;

import org.jspecify.annotations.NullMarked;
