package tallygate.signature;

import java.util.ArrayList;
import java.util.List;

/**
 * A request exactly as it came off the wire: a re-encoded body or a re-written target no longer matches its signature.
 *
 * @param method in upper case
 * @param scheme {@code http} or {@code https}, as the sender called us (a trusted proxy may say so)
 * @param authority host and port as the sender called us, empty when unknown
 * @param target the raw request-target, path and query, never decoded or normalised
 * @param body the bytes received; nobody may write to the array
 * @param remoteAddress the sender's address (the one before our trusted proxies), empty for recorded requests
 */
public record RawRequest(
        String method,
        String scheme,
        String authority,
        String target,
        List<Header> headers,
        byte[] body,
        String remoteAddress) {

    /** The absolute URL as the sender wrote it. */
    public String url() {
        return scheme + "://" + authority + target;
    }

    /** All values of a header, in order. */
    public List<String> headerValues(String name) {
        List<String> values = new ArrayList<>(1);
        for (Header header : headers) {
            if (header.isNamed(name)) {
                values.add(header.value());
            }
        }
        return values;
    }

    /** The raw path: the target up to the question mark. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** The raw query string without the question mark, empty when there is none. */
    public String query() {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query + 1);
    }
}
