package tallygate.gateway.admin.account;

import java.util.Optional;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** The session's cookie: out of scripts' reach, not sent by forms of other sites, on encrypted listeners bound to this host. */
public final class Cookies {
    private static final String PLAIN = "tallygate";
    private static final String ENCRYPTED = "__Host-tallygate";

    private static final String ATTEMPT = "-sign-in";

    private Cookies() {}

    public static Optional<String> session(RawRequest request) {
        return named(request, name(request));
    }

    /** Of a sign-in that is on its way to the identity provider. */
    public static Optional<String> attempt(RawRequest request) {
        return named(request, name(request) + ATTEMPT);
    }

    public static Header setAttempt(RawRequest request, String value) {
        return cookie(request, ATTEMPT, value, "; Max-Age=600");
    }

    public static Header clearAttempt(RawRequest request) {
        return cookie(request, ATTEMPT, "", "; Max-Age=0");
    }

    static Optional<String> named(RawRequest request, String wanted) {
        for (String line : request.headerValues("Cookie")) {
            for (String pair : line.split(";", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).strip().equals(wanted)) {
                    return Optional.of(pair.substring(equals + 1).strip()).filter(value -> !value.isEmpty());
                }
            }
        }
        return Optional.empty();
    }

    public static Header set(RawRequest request, String value) {
        return cookie(request, "", value, "");
    }

    public static Header clear(RawRequest request) {
        return cookie(request, "", "", "; Max-Age=0");
    }

    private static Header cookie(RawRequest request, String suffix, String value, String more) {
        String secure = request.scheme().equals("https") ? "; Secure" : "";
        return new Header(
                "Set-Cookie",
                name(request) + suffix + "=" + value + "; Path=/; HttpOnly; SameSite=Lax" + secure + more);
    }

    private static String name(RawRequest request) {
        return request.scheme().equals("https") ? ENCRYPTED : PLAIN;
    }
}
