package tallygate.callback.provider.code;

import java.time.Instant;
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
 */
record Maker<K>(K own, Supplier<K> foreign, boolean signsTime, Build<K> build) implements CallbackMaker {
    /** Puts one callback together. */
    @FunctionalInterface
    interface Build<K> {
        RawRequest make(SampleEvent event, String url, Instant at, K key);
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
    public String toString() {
        return "Maker[***]";
    }
}
