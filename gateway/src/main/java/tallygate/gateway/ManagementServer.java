package tallygate.gateway;

import java.util.Set;
import tallygate.config.ServerConfig;
import tallygate.gateway.admin.Management;
import tallygate.gateway.http.BlockingRequests;
import tallygate.gateway.http.HttpListener;

/** The management listener: its answers may block, so each runs on a virtual thread. */
public final class ManagementServer implements AutoCloseable {
    private final BlockingRequests requests;
    private final HttpListener listener;

    private ManagementServer(BlockingRequests requests, HttpListener listener) {
        this.requests = requests;
        this.listener = listener;
    }

    /** @throws java.io.UncheckedIOException when the address cannot be bound */
    public static ManagementServer start(ServerConfig server, Management pages, Surroundings around) {
        BlockingRequests requests = new BlockingRequests("management", Set.of("GET", "HEAD", "POST"), pages::answer);
        HttpListener listener = HttpListener.start(
                Listeners.management(server), requests, around.meters(), around.clock(), around.nanos());
        return new ManagementServer(requests, listener);
    }

    public int port() {
        return listener.boundAddress().getPort();
    }

    @Override
    public void close() {
        listener.close();
        requests.close();
    }
}
