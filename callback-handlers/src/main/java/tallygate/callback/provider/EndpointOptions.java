package tallygate.callback.provider;

import java.time.Duration;
import java.util.Optional;

/**
 * What an endpoint says besides its keys.
 *
 * @param endpoint its name, as in the URL
 * @param publicUrl the URL as registered at the provider, where that differs from what a proxy lets us see
 * @param merchantId the only merchant whose notices are taken, where the payload names one
 * @param appId the only application whose notices are taken, where the payload names one
 * @param tolerance how old a signed time may be, instead of the provider's own rule
 * @param environment which of the provider's environments feeds this endpoint
 */
public record EndpointOptions(
        String endpoint,
        Optional<String> publicUrl,
        Optional<String> merchantId,
        Optional<String> appId,
        Optional<Duration> tolerance,
        Environment environment) {
    /** Shorter is below what clocks and networks do, longer is no replay protection. */
    public static final Duration TOLERANCE_MIN = Duration.ofSeconds(1);

    public static final Duration TOLERANCE_MAX = Duration.ofDays(7);

    /** A test event is run on a test endpoint, and on one that does not say what it is. */
    public enum Environment {
        ANY,
        LIVE,
        TEST;

        /** True when an event of the provider's test environment must not be run here. */
        public boolean holdsTestEvents() {
            return this == LIVE;
        }
    }

    public EndpointOptions {
        tolerance.ifPresent(EndpointOptions::checkTolerance);
    }

    private static void checkTolerance(Duration wanted) {
        if (wanted.compareTo(TOLERANCE_MIN) < 0 || wanted.compareTo(TOLERANCE_MAX) > 0) {
            throw new IllegalArgumentException("tolerance must be 1s..7d, was " + wanted);
        }
    }

    /** An endpoint that says nothing but its name. */
    public static EndpointOptions named(String endpoint) {
        return new EndpointOptions(
                endpoint, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Environment.ANY);
    }
}
