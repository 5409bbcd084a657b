package tallygate.gateway.ingest;

/** The one spelling of a path that the router takes. Every other spelling of it is a path that is not there. */
final class CanonicalPath {
    private CanonicalPath() {}

    /** Visible ASCII from '/', without percent-encoding, empty or dotted segments, path parameters or backslashes. */
    static boolean is(String path) {
        if (path.isEmpty() || path.charAt(0) != '/') {
            return false;
        }
        char before = 'x';
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            boolean odd = c <= ' ' || c > '~' || c == '%' || c == '\\' || c == ';' || c == '?' || c == '#';
            boolean slips = before == '/' && (c == '/' || c == '.');
            if (odd || slips) {
                return false;
            }
            before = c;
        }
        return true;
    }
}
