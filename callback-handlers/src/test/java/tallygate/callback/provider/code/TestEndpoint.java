package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.Problem;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.catalog.Providers;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** An endpoint of one provider, as configuration would bind it. */
record TestEndpoint(String provider, Map<String, Value> values) {
    static final Instant NOW = Instant.parse("2026-06-01T08:00:00Z");
    static final String URL = "https://pay.example.com/callbacks/shop";
    private static final Providers PROVIDERS = Providers.builtIn();

    static TestEndpoint of(String provider) {
        return new TestEndpoint(provider, Map.of());
    }

    TestEndpoint with(String key, Value value) {
        Map<String, Value> more = new LinkedHashMap<>(values);
        more.put(key, value);
        return new TestEndpoint(provider, more);
    }

    TestEndpoint with(String key, String text) {
        return with(key, new Value.Text(text));
    }

    TestEndpoint withAll(String key, String... texts) {
        return with(key, new Value.Texts(List.of(texts)));
    }

    TestEndpoint without(String key) {
        Map<String, Value> fewer = new LinkedHashMap<>(values);
        fewer.remove(key);
        return new TestEndpoint(provider, fewer);
    }

    TestEndpoint withById(String key, String id, String text) {
        return with(key, new Value.TextMap(Map.of(id, text)));
    }

    private Binding binding() {
        return PROVIDERS.bind(provider, "shop", new Credentials(values));
    }

    BoundProvider bound() {
        return switch (binding()) {
            case Binding.Bound bound -> bound.provider();
            case Binding.Refused refused ->
                throw new AssertionError(refused.problems().toString());
        };
    }

    List<String> problems() {
        return switch (binding()) {
            case Binding.Bound _ -> List.of();
            case Binding.Refused refused ->
                refused.problems().stream().map(Problem::toString).toList();
        };
    }

    CallbackMaker maker() {
        return bound().maker().orElseThrow();
    }

    RawRequest genuineRequest() {
        return maker().genuine(sample(), URL, NOW);
    }

    Judgement.Genuine genuine(RawRequest request) {
        Judgement judgement = bound().judge(request, Optional.of(NOW));
        assertThat(judgement).isInstanceOf(Judgement.Genuine.class);
        return (Judgement.Genuine) judgement;
    }

    PaymentEvent event(RawRequest request) {
        List<PaymentEvent> events = genuine(request).events();
        assertThat(events).hasSize(1);
        return events.getFirst();
    }

    Reason refusal(RawRequest request) {
        return refusal(request, NOW);
    }

    Reason refusal(RawRequest request, Instant at) {
        Judgement judgement = bound().judge(request, Optional.of(at));
        assertThat(judgement).isInstanceOf(Judgement.Refused.class);
        Judgement.Refused refused = (Judgement.Refused) judgement;
        assertThat(refused.answer().status()).isGreaterThanOrEqualTo(400);
        return refused.reason();
    }

    static SampleEvent sample() {
        return new SampleEvent("", "EV-1", 1, "ORDER-1", "TXN-1", OptionalLong.of(10_001), "");
    }

    static SampleEvent sample(String type) {
        return new SampleEvent(type, "EV-1", 1, "ORDER-1", "TXN-1", OptionalLong.of(10_001), "");
    }

    static RawRequest withBody(RawRequest request, byte[] body) {
        return new RawRequest(
                request.method(),
                request.scheme(),
                request.authority(),
                request.target(),
                request.headers(),
                body,
                request.remoteAddress());
    }

    static RawRequest withHeaders(RawRequest request, List<Header> headers) {
        return new RawRequest(
                request.method(),
                request.scheme(),
                request.authority(),
                request.target(),
                headers,
                request.body(),
                request.remoteAddress());
    }

    static RawRequest withHeader(RawRequest request, String name, String value) {
        List<Header> headers = new ArrayList<>(request.headers());
        headers.replaceAll(header -> header.isNamed(name) ? new Header(name, value) : header);
        return withHeaders(request, headers);
    }

    static RawRequest without(RawRequest request, String name) {
        return withHeaders(
                request,
                request.headers().stream()
                        .filter(header -> !header.isNamed(name))
                        .toList());
    }
}
