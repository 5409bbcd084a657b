package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.callback.provider.SampleEvent;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** A bound endpoint, the callbacks made for it, and ways to change them. */
record Made(BoundProvider provider) {
    static final Instant NOW = Instant.parse("2026-06-01T08:00:00Z");
    static final String URL = "https://pay.example.com/callbacks/shop";
    static final SampleEvent EVENT =
            new SampleEvent("", "evt-70001", 1, "ORD-1001", "7000000001", OptionalLong.of(12_300), "");
    static final Providers PROVIDERS = Providers.builtIn();

    static Made of(SampleEndpoint endpoint) {
        return of(endpoint.provider(), endpoint.credentials());
    }

    static Made of(String provider, Credentials credentials) {
        return switch (PROVIDERS.bind(provider, "shop", credentials)) {
            case Binding.Bound bound -> new Made(bound.provider());
            case Binding.Refused refused ->
                throw new AssertionError(refused.problems().toString());
        };
    }

    CallbackMaker maker() {
        return provider.maker().orElseThrow(() -> new AssertionError("no callback can be made for this endpoint"));
    }

    RawRequest request() {
        return maker().genuine(EVENT, URL, NOW);
    }

    Judgement judge(RawRequest request) {
        return provider.judge(request, Optional.of(NOW));
    }

    Judgement.Genuine genuine(RawRequest request) {
        return genuine(request, NOW);
    }

    Judgement.Genuine genuine(RawRequest request, Instant at) {
        Judgement judgement = provider.judge(request, Optional.of(at));
        assertThat(judgement).isInstanceOf(Judgement.Genuine.class);
        return (Judgement.Genuine) judgement;
    }

    /** Refused, with an answer that is no success. */
    Judgement.Refused refused(RawRequest request) {
        return refused(request, NOW);
    }

    Judgement.Refused refused(RawRequest request, Instant at) {
        Judgement judgement = provider.judge(request, Optional.of(at));
        assertThat(judgement).isInstanceOf(Judgement.Refused.class);
        Judgement.Refused refused = (Judgement.Refused) judgement;
        assertThat(refused.answer().status()).isGreaterThanOrEqualTo(400);
        return refused;
    }

    /** Refused, or a genuine notice of another kind that names nothing: never an event that was not signed. */
    void refusedOrUnsigned(RawRequest request) {
        switch (provider.judge(request, Optional.of(NOW))) {
            case Judgement.Refused refused ->
                assertThat(refused.answer().status()).isGreaterThanOrEqualTo(400);
            case Judgement.Genuine genuine -> throw new AssertionError("taken as genuine: " + genuine.events());
            case Judgement.NeedsConfirmation hint -> throw new AssertionError("taken as a hint: " + hint.hintId());
            case Judgement.Handshake _ -> throw new AssertionError("taken as a handshake");
        }
    }

    static RawRequest withBody(RawRequest request, byte[] body) {
        return new RawRequest(
                request.method(), request.scheme(), request.authority(), request.target(), request.headers(), body, "");
    }

    static RawRequest withHeaders(RawRequest request, List<Header> headers) {
        return new RawRequest(
                request.method(), request.scheme(), request.authority(), request.target(), headers, request.body(), "");
    }

    static RawRequest without(RawRequest request, Header header) {
        return withHeaders(
                request,
                request.headers().stream().filter(h -> !h.equals(header)).toList());
    }

    /** The header stands twice: the given value first or last. */
    static RawRequest doubled(RawRequest request, Header header, String other, boolean isFirst) {
        List<Header> headers = new ArrayList<>();
        for (Header each : request.headers()) {
            if (each.equals(header) && isFirst) {
                headers.add(new Header(each.name(), other));
            }
            headers.add(each);
            if (each.equals(header) && !isFirst) {
                headers.add(new Header(each.name(), other));
            }
        }
        return withHeaders(request, headers);
    }

    static RawRequest replaced(RawRequest request, Header header, String value) {
        return withHeaders(
                request,
                request.headers().stream()
                        .map(h -> h.equals(header) ? new Header(h.name(), value) : h)
                        .toList());
    }

    static RawRequest shouting(RawRequest request) {
        return withHeaders(
                request,
                request.headers().stream()
                        .map(h -> new Header(h.name().toUpperCase(Locale.ROOT), h.value()))
                        .toList());
    }
}
