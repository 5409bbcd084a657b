/** Where settings come from: a YAML file, the environment, files named in values; leaves a tree whose every part knows its origin. */
@NullMarked
package tallygate.config.source;

import org.jspecify.annotations.NullMarked;
