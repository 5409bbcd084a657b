/** A small HTTP/1.1 server on Netty for the other side of a measurement. */
@NullMarked
package tallygate.loadtest.http;

import org.jspecify.annotations.NullMarked;
