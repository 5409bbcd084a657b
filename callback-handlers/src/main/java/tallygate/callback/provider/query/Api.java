package tallygate.callback.provider.query;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.outbound.Destination;

/**
 * Where a provider's API is.
 *
 * @param base without a slash at its end
 * @param isOperators true when the operator wrote it, so that it may lie anywhere
 */
record Api(URI base, boolean isOperators) {
    Api {
        boolean isHttp = "https".equalsIgnoreCase(base.getScheme()) || "http".equalsIgnoreCase(base.getScheme());
        if (!isHttp || base.getHost() == null || base.getRawQuery() != null || base.getRawFragment() != null) {
            throw new IllegalArgumentException("the base of an API is an http or https URL");
        }
    }

    static Api ofProvider(URI base) {
        return new Api(base, false);
    }

    static Api ofOperator(URI base) {
        return new Api(base, true);
    }

    /**
     * A resource of the API.
     *
     * @param resource path and query, encoded, beginning with a slash
     */
    Destination at(String resource) {
        URI url = URI.create(base + resource);
        return isOperators
                ? new Destination.Configured(url)
                : new Destination.Listed(url, Set.of(base.getHost().toLowerCase(Locale.ROOT)));
    }

    /** The path and query that a request for the resource carries: what some providers sign. */
    String signedPath(String resource) {
        String path = base.getRawPath() == null ? "" : base.getRawPath();
        return path + resource;
    }

    /** The resource that a link in an answer leads to; nothing when it leads anywhere but into this API. */
    Optional<String> resourceOf(String link) {
        try {
            URI url = URI.create(link);
            boolean isHere = base.getHost().equalsIgnoreCase(url.getHost())
                    && url.getRawUserInfo() == null
                    && url.getRawFragment() == null;
            String path = isHere && url.getRawPath() != null ? url.getRawPath() : "";
            String own = base.getRawPath() == null ? "" : base.getRawPath();
            return path.startsWith(own + "/")
                    ? Optional.of(
                            path.substring(own.length()) + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A value from outside as one step of a path or one value of a query: it cannot become a second one. */
    static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
