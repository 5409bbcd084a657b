package tallygate.gateway.ingest;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.http.AddressRange;

/** Which addresses may call an endpoint. No range admits everyone: the signature is the proof, this is a second lock. */
public record IpAllowList(List<AddressRange> ranges) {
    public IpAllowList {
        ranges = List.copyOf(ranges);
    }

    public static IpAllowList everyone() {
        return new IpAllowList(List.of());
    }

    /** @throws IllegalArgumentException when one of them is no address or block */
    public static IpAllowList of(List<String> ranges) {
        return new IpAllowList(ranges.stream().map(AddressRange::parse).toList());
    }

    /** @param remoteAddress a literal; one that cannot be read is admitted only where everyone is */
    boolean admits(String remoteAddress) {
        if (ranges.isEmpty()) {
            return true;
        }
        Optional<InetAddress> address = AddressRange.address(remoteAddress);
        if (address.isEmpty()) {
            return false;
        }
        for (AddressRange range : ranges) {
            if (range.contains(address.get())) {
                return true;
            }
        }
        return false;
    }
}
