/** Bytes come in from sockets, a {@code RawRequest} goes out to a handler, a reply goes back. The only package with Netty. */
@NullMarked
package tallygate.gateway.http;

import org.jspecify.annotations.NullMarked;
