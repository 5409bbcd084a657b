/** The API: each class holds the routes of one part, as records in and records out. */
@NullMarked
package tallygate.gateway.admin.api;

import org.jspecify.annotations.NullMarked;
