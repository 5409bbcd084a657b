/** Signed requests go out over kept connections; books, status counts and latencies come back. */
@NullMarked
package tallygate.loadtest.drive;

import org.jspecify.annotations.NullMarked;
