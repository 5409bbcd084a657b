package tallygate.callback.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tallygate.callback.provider.Credentials.Value;

/**
 * Credentials under which callbacks of a provider can be made in tests.
 *
 * @param variant what is particular about them, empty for the usual ones
 */
public record SampleEndpoint(String provider, String variant, Credentials credentials) {
    public static SampleEndpoint of(String provider, Map<String, Value> values) {
        return new SampleEndpoint(provider, "", new Credentials(values));
    }

    public static SampleEndpoint withSecret(String provider, String secret) {
        return of(provider, Map.of("secrets", new Value.Texts(List.of(secret))));
    }

    public SampleEndpoint and(String key, String text) {
        Map<String, Value> more = new LinkedHashMap<>(credentials.values());
        more.put(key, new Value.Text(text));
        return new SampleEndpoint(provider, variant, new Credentials(more));
    }

    public SampleEndpoint as(String name) {
        return new SampleEndpoint(provider, name, credentials);
    }

    @Override
    public String toString() {
        return variant.isEmpty() ? provider : provider + " (" + variant + ")";
    }
}
