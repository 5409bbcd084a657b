package tallygate.oracles;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.catalog.Providers;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** One provider's endpoint. */
record Endpoint(BoundProvider provider) {
    private static final Providers PROVIDERS = Providers.builtIn();
    private static final SampleEvent EVENT =
            new SampleEvent("", "evt_oracle_1", 1, "订单-1001", "7000000001", OptionalLong.of(12_300), "");

    static Endpoint of(String provider, String secret) {
        return with(provider, Map.of("secrets", new Credentials.Value.Text(secret)));
    }

    static Endpoint with(String provider, Map<String, Credentials.Value> keys) {
        return switch (PROVIDERS.bind(provider, "shop", new Credentials(keys))) {
            case Binding.Bound bound -> new Endpoint(bound.provider());
            case Binding.Refused refused ->
                throw new AssertionError(refused.problems().toString());
        };
    }

    RawRequest made(Instant at) {
        return provider.maker().orElseThrow().genuine(EVENT, "https://pay.example.com/callbacks/shop", at);
    }

    boolean isGenuine(String body, Instant at, Header... headers) {
        RawRequest request = new RawRequest(
                "POST",
                "https",
                "pay.example.com",
                "/callbacks/shop",
                List.of(headers),
                body.getBytes(StandardCharsets.UTF_8),
                "");
        return provider.judge(request, Optional.of(at)) instanceof Judgement.Genuine;
    }

    static String body(RawRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    static String header(RawRequest request, String name) {
        return request.headerValues(name).getFirst();
    }
}
