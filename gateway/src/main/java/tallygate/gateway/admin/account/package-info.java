/** Signing in and out: passwords, sessions and tokens come in with requests, callers with permissions go out to the door. */
@NullMarked
package tallygate.gateway.admin.account;

import org.jspecify.annotations.NullMarked;
