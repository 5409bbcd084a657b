/** A seeded stream of callbacks goes in, signed requests ready for the socket come out. */
@NullMarked
package tallygate.loadtest.feed;

import org.jspecify.annotations.NullMarked;
