package tallygate.callback.outbound;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/** What kind of network an address belongs to (IANA special-purpose address registries, RFC 6890 and its updates). */
enum AddressClass {
    /** Of the public Internet. */
    PUBLIC,
    /** Of this machine or of a private network: only where the operator says so. */
    INSIDE,
    /** Link-local (the metadata services of clouds), multicast, unspecified, reserved: nobody has a business there. */
    NEVER;

    private record Range(byte[] network, int bits, AddressClass is) {
        static Range of(String network, int bits, AddressClass is) {
            return new Range(InetAddress.ofLiteral(network).getAddress(), bits, is);
        }

        boolean holds(byte[] address) {
            if (address.length != network.length) {
                return false;
            }
            int whole = bits / 8;
            int rest = bits % 8;
            return Arrays.equals(address, 0, whole, network, 0, whole)
                    && (rest == 0 || (address[whole] ^ network[whole]) >> (8 - rest) == 0);
        }
    }

    /** The first that holds decides. */
    private static final List<Range> IPV4 = List.of(
            Range.of("127.0.0.0", 8, INSIDE),
            Range.of("10.0.0.0", 8, INSIDE),
            Range.of("172.16.0.0", 12, INSIDE),
            Range.of("192.168.0.0", 16, INSIDE),
            Range.of("100.64.0.0", 10, INSIDE),
            Range.of("0.0.0.0", 8, NEVER),
            Range.of("169.254.0.0", 16, NEVER),
            Range.of("192.0.0.0", 24, NEVER),
            Range.of("192.0.2.0", 24, NEVER),
            Range.of("192.88.99.0", 24, NEVER),
            Range.of("198.18.0.0", 15, NEVER),
            Range.of("198.51.100.0", 24, NEVER),
            Range.of("203.0.113.0", 24, NEVER),
            Range.of("224.0.0.0", 3, NEVER));

    /** Outside of 2000::/3 nothing is public. */
    private static final List<Range> IPV6 = List.of(
            Range.of("::1", 128, INSIDE),
            Range.of("fc00::", 7, INSIDE),
            Range.of("2001::", 23, NEVER),
            Range.of("2001:db8::", 32, NEVER),
            Range.of("3fff::", 20, NEVER),
            Range.of("2000::", 3, PUBLIC));

    /** A range that carries IPv4 addresses, and where in the bytes they stand: NAT64 and 6to4. The JDK unpacks mapped ones. */
    private record Carrier(Range range, int offset) {}

    private static final List<Carrier> CARRIERS =
            List.of(new Carrier(Range.of("64:ff9b::", 96, NEVER), 12), new Carrier(Range.of("2002::", 16, NEVER), 2));

    static AddressClass of(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return first(IPV4, bytes, PUBLIC);
        }
        for (Carrier carrier : CARRIERS) {
            if (carrier.range.holds(bytes)) {
                byte[] carried = Arrays.copyOfRange(bytes, carrier.offset, carrier.offset + 4);
                return first(IPV4, carried, PUBLIC) == PUBLIC ? PUBLIC : NEVER;
            }
        }
        return first(IPV6, bytes, NEVER);
    }

    private static AddressClass first(List<Range> ranges, byte[] address, AddressClass otherwise) {
        return ranges.stream()
                .filter(range -> range.holds(address))
                .map(Range::is)
                .findFirst()
                .orElse(otherwise);
    }
}
