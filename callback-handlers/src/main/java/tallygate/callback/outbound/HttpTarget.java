package tallygate.callback.outbound;

import java.net.URI;
import java.util.Locale;

/**
 * Where an HTTP call goes.
 *
 * @param host a name or address, IPv6 without brackets
 * @param resource raw path and query as they stand in the request line
 */
public record HttpTarget(boolean isTls, String host, int port, String resource) {
    /** @throws IllegalArgumentException when the URL is not an absolute http or https URL that can be called */
    public static HttpTarget of(URI url) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("the url begins with http:// or https://");
        }
        String host = url.getHost();
        if (host == null || host.isEmpty()) {
            throw new IllegalArgumentException("the url needs a host name or address");
        }
        if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("the url holds neither a user nor a #fragment");
        }
        boolean isTls = scheme.equals("https");
        int port = url.getPort() >= 0 ? url.getPort() : isTls ? 443 : 80;
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return new HttpTarget(isTls, host.replaceAll("^\\[|]$", ""), port, path + query);
    }

    public HttpTarget withResource(String other) {
        return new HttpTarget(isTls, host, port, other);
    }

    /** The same server: a status URL may lead nowhere else. */
    public boolean isSameServerAs(HttpTarget other) {
        return isTls == other.isTls && port == other.port && host.equalsIgnoreCase(other.host);
    }

    /** The value of the Host header. */
    String authority() {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return port == (isTls ? 443 : 80) ? name : name + ":" + port;
    }

    /** For logs and errors: without the query, which may hold a key. */
    public String shown() {
        int query = resource.indexOf('?');
        return (isTls ? "https://" : "http://") + authority() + (query < 0 ? resource : resource.substring(0, query));
    }
}
