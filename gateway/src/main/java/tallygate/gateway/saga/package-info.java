/**
 * Several steps, all done or all undone: comes in a leased saga as it stands in the database, and the replies of its
 * participants; goes out one guarded transition after the other, each committed before anything is sent that it tells of.
 */
@NullMarked
package tallygate.gateway.saga;

import org.jspecify.annotations.NullMarked;
