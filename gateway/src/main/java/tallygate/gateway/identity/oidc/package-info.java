/** Signing in by an identity provider: the browser's way there goes out, a proven person comes back. No SQL, no pages. */
@NullMarked
package tallygate.gateway.identity.oidc;

import org.jspecify.annotations.NullMarked;
