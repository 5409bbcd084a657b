package tallygate.config.value;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** A range of IP addresses: {@code 10.0.0.0/8}, {@code 2001:db8::/32}, or one address. */
public final class Cidr {
    private final byte[] network;
    private final int prefixBits;

    private Cidr(byte[] network, int prefixBits) {
        this.network = network;
        this.prefixBits = prefixBits;
    }

    /** @throws UnfitException when the text is not a range, or names bits below its prefix */
    public static Cidr parse(String text) {
        int slash = text.indexOf('/');
        byte[] address = Ip.bytes(slash < 0 ? text : text.substring(0, slash));
        int bits = address.length * 8;
        int prefix = slash < 0 ? bits : prefix(text.substring(slash + 1), bits);
        byte[] network = masked(address, prefix);
        if (!Arrays.equals(network, address)) {
            throw new UnfitException("names bits below its prefix", new Cidr(network, prefix).toString());
        }
        return new Cidr(network, prefix);
    }

    private static int prefix(String text, int bits) {
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) > bits) {
            throw new UnfitException("has an impossible prefix length; it is 0 to " + bits);
        }
        return Integer.parseInt(text);
    }

    private static byte[] masked(byte[] address, int prefix) {
        byte[] masked = address.clone();
        for (int i = 0; i < masked.length; i++) {
            int bitsHere = Math.clamp(prefix - i * 8L, 0, 8);
            masked[i] &= (byte) (0xff << (8 - bitsHere));
        }
        return masked;
    }

    /** An IPv4 address that came in over IPv6 ({@code ::ffff:a.b.c.d}) counts as IPv4. */
    public boolean contains(InetAddress address) {
        byte[] bytes = plain(address.getAddress());
        return bytes.length == network.length && Arrays.equals(masked(bytes, prefixBits), network);
    }

    /** True when one of the ranges holds the address. */
    public static boolean anyContains(List<Cidr> ranges, InetAddress address) {
        for (Cidr range : ranges) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }

    private static byte[] plain(byte[] address) {
        boolean isMapped = address.length == 16 && address[10] == -1 && address[11] == -1;
        for (int i = 0; isMapped && i < 10; i++) {
            isMapped = address[i] == 0;
        }
        return isMapped ? Arrays.copyOfRange(address, 12, 16) : address;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cidr that && prefixBits == that.prefixBits && Arrays.equals(network, that.network);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(network) + prefixBits;
    }

    @Override
    public String toString() {
        try {
            return InetAddress.getByAddress(network).getHostAddress() + "/" + prefixBits;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + network.length + " bytes", e);
        }
    }
}
