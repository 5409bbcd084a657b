package tallygate.callback.provider.query;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.provider.CertificateDownload;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.EndpointOptions.Environment;
import tallygate.callback.provider.Problem;
import tallygate.signature.UnusableKeyException;

/** Reads the API's keys of one endpoint and gathers what is wrong with them. */
final class ApiKeys {
    static final String API_URL = "api-url";

    private final Credentials credentials;
    private final EndpointOptions options;
    private final List<Problem> problems = new ArrayList<>();

    ApiKeys(Credentials credentials, EndpointOptions options) {
        this.credentials = credentials;
        this.options = options;
    }

    EndpointOptions options() {
        return options;
    }

    Credentials credentials() {
        return credentials;
    }

    List<Problem> problems() {
        return problems;
    }

    void problem(String key, String message) {
        problems.add(new Problem(key, message));
    }

    /** What is configured under a key, stripped; empty when nothing is. */
    String text(String key) {
        return credentials.text(key).map(String::strip).orElse("");
    }

    /** True when all are there. Some without the others are a problem: whoever gives one means to have the API asked. */
    boolean has(String... keys) {
        List<String> missing = new ArrayList<>();
        for (String key : keys) {
            if (text(key).isEmpty()) {
                missing.add(key);
            }
        }
        if (!missing.isEmpty() && missing.size() < keys.length) {
            missing.forEach(
                    key -> problem(key, "is missing: the provider's API is asked with " + String.join(", ", keys)));
        }
        return missing.isEmpty();
    }

    /** The API's address: the operator's, else that of the endpoint's environment. */
    Api api(String live, String test) {
        String own = text(API_URL);
        if (own.isEmpty()) {
            return Api.ofProvider(URI.create(options.environment() == Environment.TEST ? test : live));
        }
        try {
            return Api.ofOperator(URI.create(own.replaceAll("/+$", "")));
        } catch (IllegalArgumentException e) {
            problem(API_URL, "takes an absolute http or https URL without query and fragment");
            return Api.ofProvider(URI.create(live));
        }
    }

    boolean downloadsCertificates() {
        String word = text(CertificateDownload.KEY);
        if (!word.isEmpty() && !word.equals("on") && !word.equals("off")) {
            problem(CertificateDownload.KEY, "takes on or off");
        }
        return CertificateDownload.isOn(credentials);
    }

    /** Runs a reading step and turns what it refuses into a problem. */
    <T> Optional<T> read(String key, Supplier<T> step) {
        try {
            return Optional.of(step.get());
        } catch (UnusableKeyException e) {
            problem(key, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The same for a key that somebody else reads too and reports. */
    <T> Optional<T> readQuietly(Supplier<T> step) {
        try {
            return Optional.of(step.get());
        } catch (UnusableKeyException e) {
            return Optional.empty();
        }
    }
}
