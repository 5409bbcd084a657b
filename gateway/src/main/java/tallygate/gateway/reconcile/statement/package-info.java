/** Providers' statements: bytes of a file come in, rows in our words and a sum of them go out. Pure; streams, holds no file. */
@NullMarked
package tallygate.gateway.reconcile.statement;

import org.jspecify.annotations.NullMarked;
