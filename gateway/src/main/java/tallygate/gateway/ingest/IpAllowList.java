package tallygate.gateway.ingest;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** Which addresses may call an endpoint. An empty list admits everyone: the signature is the proof, this is a second lock. */
public final class IpAllowList {
    private record Block(byte[] network, int prefix) {
        boolean contains(byte[] address) {
            if (address.length != network.length) {
                return false;
            }
            int whole = prefix / Byte.SIZE;
            for (int i = 0; i < whole; i++) {
                if (address[i] != network[i]) {
                    return false;
                }
            }
            int rest = prefix % Byte.SIZE;
            return rest == 0 || ((address[whole] ^ network[whole]) & 0xff) >>> (Byte.SIZE - rest) == 0;
        }
    }

    private final List<Block> blocks;

    private IpAllowList(List<Block> blocks) {
        this.blocks = List.copyOf(blocks);
    }

    public static IpAllowList everyone() {
        return new IpAllowList(List.of());
    }

    /**
     * @param ranges addresses or CIDR blocks, for example {@code 3.18.12.63} or {@code 2a00:1::/32}
     * @throws IllegalArgumentException when one of them is neither
     */
    public static IpAllowList of(List<String> ranges) {
        List<Block> blocks = new ArrayList<>();
        for (String range : ranges) {
            int slash = range.indexOf('/');
            byte[] network = InetAddress.ofLiteral(slash < 0 ? range : range.substring(0, slash))
                    .getAddress();
            int bits = network.length * Byte.SIZE;
            int prefix = slash < 0 ? bits : Integer.parseInt(range.substring(slash + 1));
            if (prefix < 0 || prefix > bits) {
                throw new IllegalArgumentException(range + ": the prefix must be 0.." + bits);
            }
            blocks.add(new Block(network, prefix));
        }
        return new IpAllowList(blocks);
    }

    /** @param remoteAddress a literal; one that cannot be read is admitted only where everyone is */
    boolean admits(String remoteAddress) {
        if (blocks.isEmpty()) {
            return true;
        }
        byte[] address;
        try {
            address = InetAddress.ofLiteral(remoteAddress).getAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
        for (Block block : blocks) {
            if (block.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
