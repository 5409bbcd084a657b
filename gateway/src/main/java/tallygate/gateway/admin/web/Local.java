package tallygate.gateway.admin.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Addresses on this listener. */
public final class Local {
    private Local() {}

    /** The path when it stays on this listener, otherwise the first page: no sign-in leads to somebody else's site. */
    public static String path(String wanted) {
        boolean isLocal = wanted.startsWith("/")
                && !wanted.startsWith("//")
                && wanted.chars().allMatch(c -> c > ' ' && c < 127 && c != '\\');
        return isLocal ? wanted : "/";
    }

    /** A value as part of a path or query. */
    public static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
