/** verify, read, dedup, persist: takes a raw callback from http, leaves committed rows, and only then acknowledges. */
@NullMarked
package tallygate.gateway.ingest;

import org.jspecify.annotations.NullMarked;
