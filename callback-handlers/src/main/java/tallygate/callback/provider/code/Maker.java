package tallygate.callback.provider.code;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.SampleEvent;
import tallygate.signature.RawRequest;

/**
 * Makes callbacks with one kind of key.
 *
 * @param own a key that the endpoint takes
 * @param foreign one that it does not
 * @param signsTime true when a signed time is judged
 * @param spoiling how the body is spoiled, where changing any byte of it would not do
 */
record Maker<K>(
        K own,
        Supplier<K> foreign,
        boolean signsTime,
        Build<K> build,
        Optional<Function<RawRequest, Optional<RawRequest>>> spoiling)
        implements CallbackMaker {
    /** Puts one callback together. */
    @FunctionalInterface
    interface Build<K> {
        RawRequest make(SampleEvent event, String url, Instant at, K key);
    }

    Maker(K own, Supplier<K> foreign, boolean signsTime, Build<K> build) {
        this(own, foreign, signsTime, build, Optional.empty());
    }

    Maker<K> spoilingBodies(Function<RawRequest, Optional<RawRequest>> how) {
        return new Maker<>(own, foreign, signsTime, build, Optional.of(how));
    }

    @Override
    public RawRequest genuine(SampleEvent event, String url, Instant at) {
        return build.make(event, url, at, own);
    }

    @Override
    public RawRequest forged(SampleEvent event, String url, Instant at) {
        return build.make(event, url, at, foreign.get());
    }

    @Override
    public Optional<RawRequest> spoiled(SampleEvent event, String url, Instant at, Spoil how) {
        return how == Spoil.BODY && spoiling.isPresent()
                ? spoiling.get().apply(genuine(event, url, at))
                : CallbackMaker.super.spoiled(event, url, at, how);
    }

    @Override
    public String toString() {
        return "Maker[***]";
    }
}
