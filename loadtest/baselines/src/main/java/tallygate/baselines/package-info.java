/**
 * What a team would write instead of a gateway, tuned as well as we can: a Spring Boot service that does the same job for a callback,
 * and db-scheduler for the work. {@link tallygate.baselines.Compare} measures both and the gateway in the same minutes.
 */
@NullMarked
package tallygate.baselines;

import org.jspecify.annotations.NullMarked;
