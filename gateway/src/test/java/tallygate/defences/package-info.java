/** What keeps the promises, in one list, and what misses it when it is taken away. */
@NullMarked
package tallygate.defences;

import org.jspecify.annotations.NullMarked;
