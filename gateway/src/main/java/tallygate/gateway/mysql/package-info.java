/** The committed row: implements the task store. The only package with JDBC. */
@NullMarked
package tallygate.gateway.mysql;

import org.jspecify.annotations.NullMarked;
