package tallygate.callback.provider;

import java.time.InstantSource;
import java.util.random.RandomGenerator;
import tallygate.callback.outbound.Outbound;

/**
 * What asking a provider needs from outside.
 *
 * @param clock for signed times and the age of access tokens
 * @param dice for nonces; used by many threads at once, so it must be safe for that
 */
public record QueryTools(Outbound outbound, InstantSource clock, RandomGenerator dice) {}
