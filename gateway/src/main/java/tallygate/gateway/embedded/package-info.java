/** The MariaDB server that comes with the gateway: a data directory goes in, a running private server's address comes out. */
@NullMarked
package tallygate.gateway.embedded;

import org.jspecify.annotations.NullMarked;
