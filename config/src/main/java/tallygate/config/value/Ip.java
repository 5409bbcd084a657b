package tallygate.config.value;

import java.net.InetAddress;
import java.util.regex.Pattern;

/** Addresses written as numbers; never asks a name server. */
final class Ip {
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    private static final Pattern IPV6_CHARACTERS = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9]+)?");

    private Ip() {}

    static boolean isIpv4(String text) {
        return IPV4.matcher(text).matches();
    }

    static boolean isIpv6(String text) {
        if (!IPV6_CHARACTERS.matcher(text).matches()) {
            return false;
        }
        int zone = text.indexOf('%');
        try {
            return InetAddress.ofLiteral(zone < 0 ? text : text.substring(0, zone)) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The bytes of a literal; an IPv4 address in IPv6 clothes becomes four bytes. */
    static byte[] bytes(String literal) {
        if (!isIpv4(literal) && !(isIpv6(literal) && literal.indexOf('%') < 0)) {
            throw new UnfitException("is not an IP address");
        }
        return InetAddress.ofLiteral(literal).getAddress();
    }
}
