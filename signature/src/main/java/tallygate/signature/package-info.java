/** Bytes, headers and keys come in, a verdict goes out: pure cryptography, no HTTP, no SQL, no threads. */
@NullMarked
package tallygate.signature;

import org.jspecify.annotations.NullMarked;
