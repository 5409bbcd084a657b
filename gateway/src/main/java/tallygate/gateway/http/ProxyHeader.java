package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the first bytes of a connection say by the PROXY protocol, version 1 (text) or 2 (binary), as HAProxy's
 * proxy-protocol.txt defines them.
 */
sealed interface ProxyHeader {
    /** @param length of the header; a payload byte follows */
    record Client(int length, InetAddress address, boolean secure) implements ProxyHeader {}

    /** The proxy speaks for itself (a health check) or does not know the client: the socket's peer counts. */
    record Local(int length) implements ProxyHeader {}

    enum Other implements ProxyHeader {
        /** The bytes so far could become a header. */
        MORE,
        /** The connection does not begin with a header. */
        NONE,
        MALFORMED
    }

    /** Leaves the reader index where it is. */
    static ProxyHeader read(ByteBuf bytes) {
        int compared = Math.min(bytes.readableBytes(), V2.SIGNATURE.length);
        if (startsWith(bytes, V2.SIGNATURE, compared)) {
            return compared < V2.SIGNATURE.length ? Other.MORE : V2.read(bytes);
        }
        compared = Math.min(bytes.readableBytes(), V1.PREFIX.length);
        if (startsWith(bytes, V1.PREFIX, compared)) {
            return compared < V1.PREFIX.length ? Other.MORE : V1.read(bytes);
        }
        return Other.NONE;
    }

    private static boolean startsWith(ByteBuf bytes, byte[] prefix, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes.getByte(bytes.readerIndex() + i) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    /** {@code PROXY TCP4 192.0.2.1 192.0.2.2 40000 443 CRLF}. */
    final class V1 {
        private static final byte[] PREFIX = "PROXY ".getBytes(StandardCharsets.US_ASCII);
        private static final int LENGTH_MAX = 107;

        private V1() {}

        private static ProxyHeader read(ByteBuf bytes) {
            int start = bytes.readerIndex();
            int lf = bytes.indexOf(start, Math.min(bytes.writerIndex(), start + LENGTH_MAX), Ascii.LF);
            if (lf < 0) {
                return bytes.readableBytes() >= LENGTH_MAX ? Other.MALFORMED : Other.MORE;
            }
            int length = lf - start + 1;
            if (bytes.getByte(lf - 1) != Ascii.CR) {
                return Other.MALFORMED;
            }
            String[] words =
                    bytes.toString(start, length - 2, StandardCharsets.US_ASCII).split(" ", -1);
            if (words[1].equals("UNKNOWN")) {
                return new Local(length);
            }
            if (words.length != 6 || !isPort(words[4]) || !isPort(words[5])) {
                return Other.MALFORMED;
            }
            int addressBytes = words[1].equals("TCP4") ? 4 : words[1].equals("TCP6") ? 16 : 0;
            boolean targetIsFine = address(words[3], addressBytes).isPresent();
            Optional<InetAddress> client = address(words[2], addressBytes);
            return client.isPresent() && targetIsFine ? new Client(length, client.get(), false) : Other.MALFORMED;
        }

        private static Optional<InetAddress> address(String text, int bytes) {
            boolean sixIsMeant = text.indexOf(':') >= 0;
            return bytes == (sixIsMeant ? 16 : 4) ? AddressRange.address(text) : Optional.empty();
        }

        private static boolean isPort(String text) {
            return text.matches("0|[1-9][0-9]{0,4}") && Integer.parseInt(text) <= 65_535;
        }
    }

    /** Twelve fixed bytes, version and command, family, length, addresses, then type-length-value triples. */
    final class V2 {
        private static final byte[] SIGNATURE = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A
        };
        private static final int FIXED_BYTES = 16;
        /** Far above what proxies send; without a bound a header could be 64 KiB. */
        private static final int REST_MAX = 2_048;

        private static final int TYPE_SSL = 0x20;
        private static final int CLIENT_SSL = 0x01;

        private V2() {}

        private static ProxyHeader read(ByteBuf bytes) {
            int start = bytes.readerIndex();
            int readable = bytes.readableBytes();
            if (readable > 12 && bytes.getUnsignedByte(start + 12) >> 4 != 2) {
                return Other.MALFORMED;
            }
            if (readable < FIXED_BYTES) {
                return Other.MORE;
            }
            int command = bytes.getByte(start + 12) & 0x0F;
            int rest = bytes.getUnsignedShort(start + 14);
            if (command > 1 || rest > REST_MAX) {
                return Other.MALFORMED;
            }
            int length = FIXED_BYTES + rest;
            if (readable < length) {
                return Other.MORE;
            }
            return switch (bytes.getUnsignedByte(start + 13)) {
                case 0x00, 0x31, 0x32 -> new Local(length);
                case 0x11 -> command == 0 ? new Local(length) : client(bytes, length, 4);
                case 0x21 -> command == 0 ? new Local(length) : client(bytes, length, 16);
                default -> command == 0 ? new Local(length) : Other.MALFORMED;
            };
        }

        private static ProxyHeader client(ByteBuf bytes, int length, int addressBytes) {
            int start = bytes.readerIndex();
            int triples = start + FIXED_BYTES + 2 * addressBytes + 4;
            int end = start + length;
            if (triples > end) {
                return Other.MALFORMED;
            }
            byte[] address = new byte[addressBytes];
            bytes.getBytes(start + FIXED_BYTES, address);
            boolean secure = false;
            while (triples < end) {
                if (triples + 3 > end || triples + 3 + bytes.getUnsignedShort(triples + 1) > end) {
                    return Other.MALFORMED;
                }
                int valueBytes = bytes.getUnsignedShort(triples + 1);
                boolean isSsl = bytes.getUnsignedByte(triples) == TYPE_SSL && valueBytes > 0;
                secure |= isSsl && (bytes.getByte(triples + 3) & CLIENT_SSL) != 0;
                triples += 3 + valueBytes;
            }
            try {
                return new Client(length, InetAddress.getByAddress(address), secure);
            } catch (UnknownHostException e) {
                throw new IllegalStateException("an address of " + addressBytes + " bytes was refused", e);
            }
        }
    }
}
