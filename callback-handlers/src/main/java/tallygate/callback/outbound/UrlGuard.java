package tallygate.callback.outbound;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Says which URLs may be called, first by what they say, then by where their host lies. Pure. */
final class UrlGuard {
    private static final int HTTPS = 443;

    /** What an IPv4 reader may take for an address though it is none in dotted-decimal form: 2130706433, 0x7f.1, 127.1. */
    private static final Pattern ODD_ADDRESS = Pattern.compile("(0x[0-9a-f]*|[0-9]+)(\\.(0x[0-9a-f]*|[0-9]+))*\\.?");

    private static final Pattern DOTTED_DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

    private final InsideHosts inside;

    UrlGuard(InsideHosts inside) {
        this.inside = inside;
    }

    /** @throws IllegalArgumentException when the URL cannot be called by anybody */
    HttpTarget target(Destination to) throws ForbiddenException {
        HttpTarget target = HttpTarget.of(to.url());
        String host = target.host().toLowerCase(Locale.ROOT);
        if (ODD_ADDRESS.matcher(host).matches() && !DOTTED_DECIMAL.matcher(host).matches()) {
            throw new ForbiddenException("the host is a number that could be read as an address in several ways");
        }
        switch (to) {
            case Destination.Configured _ -> {
                return target;
            }
            case Destination.Foreign _ -> {
                if (!target.isTls() && !inside.holds(target)) {
                    throw new ForbiddenException("http:// is for hosts inside that the operator listed; https is due");
                }
            }
            case Destination.Listed listed -> {
                if (!target.isTls() || target.port() != HTTPS) {
                    throw new ForbiddenException("https on port 443 is due");
                }
                if (!listed.hosts().contains(host)) {
                    throw new ForbiddenException("host '" + shown(host) + "' is none of " + listed.hosts());
                }
            }
        }
        return target;
    }

    /** All addresses must be allowed: which of them answers is not ours to choose. */
    void check(Destination to, HttpTarget target, List<InetAddress> addresses) throws ForbiddenException {
        boolean mayBeInside = switch (to) {
            case Destination.Configured _ -> true;
            case Destination.Foreign _ -> inside.holds(target);
            case Destination.Listed _ -> false;
        };
        if (addresses.isEmpty()) {
            throw new ForbiddenException("host '" + shown(target.host()) + "' has no address");
        }
        for (InetAddress address : addresses) {
            switch (AddressClass.of(address)) {
                case PUBLIC -> {}
                case INSIDE -> {
                    if (!mayBeInside) {
                        throw new ForbiddenException("host '" + shown(target.host())
                                + "' lies inside this network; list it as host:port to allow that");
                    }
                }
                case NEVER ->
                    throw new ForbiddenException(
                            "host '" + shown(target.host()) + "' has a link-local or reserved address");
            }
        }
    }

    private static String shown(String host) {
        return host.length() <= 100 ? host : host.substring(0, 100) + "…";
    }
}
