package tallygate.callback.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tallygate.signature.RawRequest;

/** Makes callbacks from an endpoint's own credentials: for trying an installation, load tests and drills. */
public interface CallbackMaker {
    /** How a made callback is spoiled. */
    enum Spoil {
        /** Changed after it was signed. */
        BODY,
        /** Signed by somebody else. */
        KEY,
        /** Signed for a time to come. */
        TIME,
        /** Signed rightly, but long ago. */
        REPLAY
    }

    /** Farther than any replay window reaches. */
    Duration FAR = Duration.ofDays(30);

    /**
     * A callback that the endpoint takes as genuine at that instant. The same arguments give the same bytes, unless the
     * scheme itself is randomised.
     *
     * @param url where it will be sent, absolute
     */
    RawRequest genuine(SampleEvent event, String url, Instant at);

    /** The same, signed with a key that the endpoint does not hold. */
    RawRequest forged(SampleEvent event, String url, Instant at);

    /** True when the scheme signs a time that is judged, so that {@code TIME} and {@code REPLAY} can be told. */
    boolean signsTime();

    /** A spoiled callback that the endpoint must refuse; nothing where this scheme cannot be spoiled that way. */
    default Optional<RawRequest> spoiled(SampleEvent event, String url, Instant at, Spoil how) {
        return switch (how) {
            case BODY -> Tampering.changed(genuine(event, url, at));
            case KEY -> Optional.of(forged(event, url, at));
            case TIME -> signsTime() ? Optional.of(genuine(event, url, at.plus(FAR))) : Optional.empty();
            case REPLAY -> signsTime() ? Optional.of(genuine(event, url, at.minus(FAR))) : Optional.empty();
        };
    }
}
