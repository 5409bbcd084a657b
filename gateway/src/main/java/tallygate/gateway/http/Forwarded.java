package tallygate.gateway.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One element of a Forwarded header (RFC 7239): what one proxy says of the request it got.
 *
 * @param address the {@code for} parameter as written, empty when there is none
 * @param scheme the {@code proto} parameter, empty when there is none
 * @param host the {@code host} parameter, empty when there is none
 */
record Forwarded(String address, String scheme, String host) {

    /** A value that breaks the grammar gives one element with nothing in it: it must not pass for an absent header. */
    static List<Forwarded> parse(String value) {
        List<Forwarded> elements = new ArrayList<>();
        for (List<String> pairs : split(value)) {
            String address = "";
            String scheme = "";
            String host = "";
            for (String pair : pairs) {
                int equals = pair.indexOf('=');
                String name =
                        equals < 0 ? "" : Ascii.lower(pair.substring(0, equals).strip());
                String text = unquoted(pair.substring(equals + 1).strip());
                switch (name) {
                    case "for" -> address = text;
                    case "proto" -> scheme = text;
                    case "host" -> host = text;
                    default -> {}
                }
            }
            elements.add(new Forwarded(address, scheme, host));
        }
        return elements;
    }

    /** An address with or without port: {@code 192.0.2.1}, {@code 192.0.2.1:80}, {@code 2001:db8::1}, {@code [2001:db8::1]:80}. */
    static Optional<InetAddress> address(String text) {
        if (text.startsWith("[")) {
            int close = text.indexOf(']');
            boolean ends = close == text.length() - 1 || (close > 0 && text.charAt(close + 1) == ':');
            return close > 0 && ends ? AddressRange.address(text.substring(1, close)) : Optional.empty();
        }
        int colon = text.indexOf(':');
        boolean hasPort = colon >= 0 && text.indexOf(':', colon + 1) < 0;
        return AddressRange.address(hasPort ? text.substring(0, colon) : text);
    }

    /** Elements at commas, their pairs at semicolons, neither inside quotes. */
    private static List<List<String>> split(String value) {
        List<List<String>> elements = new ArrayList<>();
        List<String> pairs = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i <= value.length(); i++) {
            char c = i < value.length() ? value.charAt(i) : ',';
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (i == value.length() || (!quoted && (c == ',' || c == ';'))) {
                pairs.add(value.substring(start, Math.min(i, value.length())));
                start = i + 1;
                if (c == ',') {
                    elements.add(pairs);
                    pairs = new ArrayList<>();
                }
            }
        }
        return elements;
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1).replace("\\", "") : text;
    }
}
