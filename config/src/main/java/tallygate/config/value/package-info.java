/** Settings as types: a text goes in, a value that is within its own rules comes out. Knows nothing of files or keys. */
@NullMarked
package tallygate.config.value;

import org.jspecify.annotations.NullMarked;
