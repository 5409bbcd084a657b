/** The console: pages for people, in two languages. Each class holds the routes of some pages; templates lie in src/main/jte. */
@NullMarked
package tallygate.gateway.admin.console;

import org.jspecify.annotations.NullMarked;
