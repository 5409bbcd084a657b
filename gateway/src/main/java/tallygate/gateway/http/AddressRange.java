package tallygate.gateway.http;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/** A block of IP addresses, such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}; a single address is a block of one. */
public final class AddressRange {
    private static final int IPV6_BYTES = 16;

    private final byte[] base;
    private final int prefixBits;

    private AddressRange(byte[] base, int prefixBits) {
        this.base = base;
        this.prefixBits = prefixBits;
    }

    /** @throws IllegalArgumentException that says what to write instead */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        InetAddress base = address(address)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text + "' is no IP address or block: write for example 10.0.0.0/8 or 2001:db8::/32"));
        int bitsMax = base.getAddress().length * 8;
        int bits = slash < 0 ? bitsMax : prefix(text, slash, bitsMax);
        var range = new AddressRange(base.getAddress(), bits);
        byte[] masked = range.masked();
        if (!Arrays.equals(masked, base.getAddress())) {
            throw new IllegalArgumentException("'" + text + "' has address bits beyond its prefix: write "
                    + NetUtil.bytesToIpAddress(masked) + "/" + bits);
        }
        return range;
    }

    /** An address written as such, without a look-up; an IPv4 address mapped into IPv6 comes back as IPv4. */
    public static Optional<InetAddress> address(String text) {
        boolean literal =
                NetUtil.isValidIpV4Address(text) || (NetUtil.isValidIpV6Address(text) && text.indexOf('%') < 0);
        if (!literal) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByAddress(NetUtil.createByteArrayFromIpAddressString(text)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("a valid literal was refused: " + text, e);
        }
    }

    /** As {@link #networkOf(InetAddress)}, for an address as it is stored; other text comes back as it is. */
    public static String networkOf(String address) {
        return address.indexOf(':') < 0
                ? address
                : address(address)
                        .map(AddressRange::networkOf)
                        .map(NetUtil::toAddressString)
                        .orElse(address);
    }

    /** What one sender has: an IPv4 address, or a /64 of IPv6, in which it can take any address it likes. */
    public static InetAddress networkOf(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != IPV6_BYTES) {
            return address;
        }
        Arrays.fill(bytes, IPV6_BYTES / 2, IPV6_BYTES, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes was refused", e);
        }
    }

    public boolean contains(InetAddress address) {
        byte[] other = address.getAddress();
        if (other.length != base.length) {
            return false;
        }
        int whole = prefixBits / 8;
        for (int i = 0; i < whole; i++) {
            if (other[i] != base[i]) {
                return false;
            }
        }
        int rest = prefixBits % 8;
        return rest == 0 || ((other[whole] ^ base[whole]) & (0xFF << (8 - rest)) & 0xFF) == 0;
    }

    private byte[] masked() {
        byte[] masked = base.clone();
        for (int bit = prefixBits; bit < masked.length * 8; bit++) {
            masked[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        }
        return masked;
    }

    private static int prefix(String text, int slash, int bitsMax) {
        String digits = text.substring(slash + 1);
        if (!digits.matches("[0-9]{1,3}") || Integer.parseInt(digits) > bitsMax) {
            throw new IllegalArgumentException("'" + text + "': the prefix must be 0.." + bitsMax);
        }
        return Integer.parseInt(digits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressRange range && prefixBits == range.prefixBits && Arrays.equals(base, range.base);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(base) + prefixBits;
    }

    @Override
    public String toString() {
        return NetUtil.bytesToIpAddress(base) + "/" + prefixBits;
    }
}
