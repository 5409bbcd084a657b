/** Callbacks that we make are taken by the providers' own libraries, and callbacks that those sign are taken by us. */
@NullMarked
package tallygate.oracles;

import org.jspecify.annotations.NullMarked;
