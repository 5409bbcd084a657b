package tallygate.gateway;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import tallygate.callback.outbound.GuardedOutbound;
import tallygate.callback.outbound.InsideHosts;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.QueryTools;
import tallygate.config.EndpointConfig;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.confirm.CertificateKeeper;
import tallygate.gateway.ingest.CertificateRequests;

/** Providers' certificates that are fetched instead of configured, for the endpoints that ask for it. */
final class Certificates {
    private static final String FOLDER = "certificates";

    private final CertificateKeeper keeper;
    private final Thread thread;

    /** @param rebind called when an endpoint's certificates have changed */
    Certificates(Path dataDir, Surroundings around, Alerts alerts, Runnable rebind) {
        QueryTools tools =
                new QueryTools(GuardedOutbound.of(InsideHosts.NONE, around.nanos()), around.clock(), around.dice());
        keeper = new CertificateKeeper(dataDir.resolve(FOLDER), tools, alerts, around.meters(), rebind);
        thread = Thread.ofVirtual().name("certificates").unstarted(keeper::run);
    }

    void start() {
        thread.start();
    }

    void stop() {
        thread.interrupt();
    }

    CertificateRequests requests() {
        return keeper;
    }

    /** The bindings with what was fetched so far; from now on these endpoints are served. */
    EndpointBindings in(Collection<EndpointConfig> endpoints, EndpointBindings bindings) {
        EndpointBindings all = bindings.with(endpoints, keeper::of);
        Map<String, CertificateSource> sources = new HashMap<>();
        all.bound().forEach((name, bound) -> bound.certificateSource().ifPresent(source -> sources.put(name, source)));
        keeper.serve(sources);
        return all;
    }
}
