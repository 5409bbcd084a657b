/**
 * Providers as Gatling users against a whole gateway: open arrivals, pre-signed callbacks, each provider's own plan of repeats.
 * One class is one situation; {@link tallygate.simulations.Rig} is the gateway under load.
 */
@NullMarked
package tallygate.simulations;

import org.jspecify.annotations.NullMarked;
