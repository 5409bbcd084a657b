package tallygate.gateway.http;

import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many connections are open, in all and from each address (IPv6: each /64). */
final class ConnectionCounts {
    private final Budget open = new Budget();
    private final Budget turnedAway = new Budget();
    private final Budget handshakes = new Budget();
    private final Map<InetAddress, Integer> perAddress = new ConcurrentHashMap<>();

    Budget open() {
        return open;
    }

    /** Connections over the limit that are still being told so. */
    Budget turnedAway() {
        return turnedAway;
    }

    Budget handshakes() {
        return handshakes;
    }

    boolean enter(InetAddress address, int max) {
        int count = perAddress.merge(AddressRange.networkOf(address), 1, Integer::sum);
        if (count > max) {
            leave(address);
            return false;
        }
        return true;
    }

    boolean isFull(InetAddress address, int max) {
        return perAddress.getOrDefault(AddressRange.networkOf(address), 0) >= max;
    }

    void leave(InetAddress address) {
        perAddress.computeIfPresent(AddressRange.networkOf(address), (_, count) -> count == 1 ? null : count - 1);
    }

    int addresses() {
        return perAddress.size();
    }
}
