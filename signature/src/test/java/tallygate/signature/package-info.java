@NullMarked
package tallygate.signature;

import org.jspecify.annotations.NullMarked;
