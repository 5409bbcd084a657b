/** Who may do what: users, roles, sessions and tokens come in, a caller with its permissions goes out. No HTTP, no SQL. */
@NullMarked
package tallygate.gateway.identity;

import org.jspecify.annotations.NullMarked;
