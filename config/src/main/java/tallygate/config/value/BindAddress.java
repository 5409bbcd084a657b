package tallygate.config.value;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a listener listens: {@code 0.0.0.0:8080}, {@code [::1]:8080}, {@code localhost:8080}.
 *
 * @param host without brackets
 * @param port 0 for any free port
 */
public record BindAddress(String host, int port) {
    private static final Pattern BRACKETED = Pattern.compile("\\[([0-9A-Fa-f:.]+(?:%[A-Za-z0-9]+)?)]:([0-9]{1,5})");
    private static final Pattern PLAIN =
            Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?):([0-9]{1,5})");
    private static final Pattern DOTTED_NUMBERS = Pattern.compile("[0-9.]+");

    public BindAddress {
        if (host.isEmpty() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException("not an address to listen on: " + host + " port " + port);
        }
    }

    /** @throws UnfitException when the text is not an address with a port */
    public static BindAddress parse(String text) {
        Matcher bracketed = BRACKETED.matcher(text);
        if (bracketed.matches()) {
            if (!Ip.isIpv6(bracketed.group(1))) {
                throw new UnfitException("has an impossible IPv6 address");
            }
            return new BindAddress(bracketed.group(1), port(bracketed.group(2)));
        }
        Matcher plain = PLAIN.matcher(text);
        if (plain.matches()) {
            if (DOTTED_NUMBERS.matcher(plain.group(1)).matches() && !Ip.isIpv4(plain.group(1))) {
                throw new UnfitException("has an impossible IPv4 address");
            }
            return new BindAddress(plain.group(1), port(plain.group(2)));
        }
        if (text.matches(":?[0-9]{1,5}")) {
            throw new UnfitException("has no host", "0.0.0.0:" + text.replace(":", ""));
        }
        if (Ip.isIpv6(text)) {
            throw new UnfitException("has no port", "[" + text + "]:8080");
        }
        if (text.matches("[A-Za-z0-9.-]+")) {
            throw new UnfitException("has no port", text + ":8080");
        }
        throw new UnfitException("is not an address");
    }

    private static int port(String text) {
        int port = Integer.parseInt(text);
        if (port > 65_535) {
            throw new UnfitException("has an impossible port");
        }
        return port;
    }

    /** True when only programs on the same machine can connect. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.equals("::1") || (Ip.isIpv4(host) && host.startsWith("127."));
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
