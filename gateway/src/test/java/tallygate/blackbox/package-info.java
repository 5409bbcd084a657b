/** The packaged distribution as a user has it: a child process, signed callbacks over sockets, rows by SQL, a receiver that counts. */
@NullMarked
package tallygate.blackbox;

import org.jspecify.annotations.NullMarked;
