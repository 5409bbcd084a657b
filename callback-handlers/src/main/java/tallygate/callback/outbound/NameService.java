package tallygate.callback.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** From a host's name to its addresses. */
@FunctionalInterface
public interface NameService {
    /** The machine's own. */
    NameService SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /** @return at least one address; an address written as text gives itself */
    List<InetAddress> addressesOf(String host) throws UnknownHostException;
}
