package tallygate.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.config.key.Kind;
import tallygate.config.key.Kinds;
import tallygate.config.key.Words;
import tallygate.config.value.UnfitException;

/**
 * A database URL without credentials, and without the parameters that the gateway sets itself.
 *
 * @param ignored the parameters that were left out, in lower case
 */
record JdbcUrl(String text, List<String> ignored) {
    private static final Pattern SHAPE =
            Pattern.compile("(jdbc:mysql://[A-Za-z0-9._:\\[\\],%-]+/[A-Za-z0-9_$-]{1,64})(?:\\?(.*))?");

    /** Other values would break counting, time or the meaning of a commit. */
    private static final List<String> OURS = List.of(
            "useaffectedrows",
            "rewritebatchedstatements",
            "connectiontimezone",
            "servertimezone",
            "forceconnectiontimezonetosession",
            "autoreconnect",
            "allowmultiqueries",
            "allowloadlocalinfile",
            "sessionvariables",
            "characterencoding",
            "sockettimeout",
            "connecttimeout");

    private static final List<String> CREDENTIALS = List.of("user", "password", "password1", "password2", "password3");

    static final Kind<JdbcUrl> KIND = Kinds.shownInPart(
            Kinds.text(
                    JdbcUrl::parse,
                    JdbcUrl::text,
                    new Words("jdbc:mysql://HOST:PORT/NAME", "jdbc:mysql://主机:端口/库名"),
                    "^jdbc:mysql://.+/.+$"),
            // A wrong URL may hold a password.
            text -> text.replaceAll("//[^/]*@", "//***@").replaceAll("\\?.*", "?…"));

    private static JdbcUrl parse(String text) {
        if (text.startsWith("jdbc:mariadb://")) {
            throw new UnfitException(
                    "is for another driver; MariaDB is reached with jdbc:mysql too",
                    "jdbc:mysql:" + text.replaceAll("[?].*|^jdbc:mariadb:", "").replaceAll("//[^/]*@", "//"));
        }
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new UnfitException(
                    text.indexOf('@') >= 0
                            ? "holds a user or password, which have keys of their own"
                            : "has another shape");
        }
        List<String> kept = new ArrayList<>();
        List<String> ignored = new ArrayList<>();
        String parameters = matcher.group(2);
        for (String parameter : parameters == null || parameters.isEmpty() ? new String[0] : parameters.split("&")) {
            String name = parameter.replaceAll("=.*", "").toLowerCase(Locale.ROOT);
            if (CREDENTIALS.contains(name)) {
                throw new UnfitException("holds a user or password, which have keys of their own");
            }
            if (OURS.contains(name)) {
                ignored.add(name);
            } else {
                kept.add(parameter);
            }
        }
        String url = matcher.group(1) + (kept.isEmpty() ? "" : "?" + String.join("&", kept));
        return new JdbcUrl(url, List.copyOf(ignored));
    }
}
