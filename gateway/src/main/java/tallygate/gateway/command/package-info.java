/** What the command line can do: one class a command; results on stdout, logs on stderr. */
@NullMarked
package tallygate.gateway.command;

import org.jspecify.annotations.NullMarked;
