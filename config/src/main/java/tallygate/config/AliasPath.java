package tallygate.config;

import java.util.regex.Pattern;
import tallygate.config.key.Kind;
import tallygate.config.key.Kinds;
import tallygate.config.key.Words;
import tallygate.config.value.UnfitException;

/** The rules of an endpoint's second path: one way of writing only, and none of ours. */
final class AliasPath {
    private static final Pattern LEGAL =
            Pattern.compile("(/[A-Za-z0-9_~!$&'()*+,=:@-][A-Za-z0-9._~!$&'()*+,=:@-]*)+/?");
    private static final int LENGTH_MAX = 255;

    static final Kind<String> KIND = Kinds.text(
            AliasPath::checked,
            path -> path,
            new Words(
                    "a path as /pay/notify/stripe, at most 255 characters, without '?', '%', '//', '/.' and ';', and"
                            + " not under /callbacks",
                    "形如 /pay/notify/stripe 的路径，最多 255 个字符，不含“?”、“%”、“//”、“/.”、“;”，且不在 /callbacks 之下"),
            "^/");

    private AliasPath() {}

    private static String checked(String text) {
        if (text.matches("https?://.*")) {
            throw new UnfitException("is a URL; only its path is wanted", text.replaceAll("^https?://[^/]*|[?].*", ""));
        }
        if (text.indexOf('?') >= 0) {
            throw new UnfitException(
                    "has a query; any query is accepted behind the path", text.replaceAll("[?].*", ""));
        }
        if (text.equals("/callbacks") || text.startsWith("/callbacks/")) {
            throw new UnfitException("is under /callbacks, where every endpoint has its own path already");
        }
        if (!text.startsWith("/")) {
            throw new UnfitException("does not begin with '/'", "/" + text);
        }
        if (text.length() > LENGTH_MAX || !LEGAL.matcher(text).matches()) {
            throw new UnfitException("is not a path that can be registered");
        }
        return text;
    }
}
