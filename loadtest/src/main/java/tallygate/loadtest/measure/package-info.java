/** Processor time of processes and of everybody else, percentiles, and the JSON that results are printed as. */
@NullMarked
package tallygate.loadtest.measure;

import org.jspecify.annotations.NullMarked;
