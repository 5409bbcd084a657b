/** Settings to records: a YAML file and the environment go in, one checked record a part or every problem at once comes out. */
@NullMarked
package tallygate.config;

import org.jspecify.annotations.NullMarked;
