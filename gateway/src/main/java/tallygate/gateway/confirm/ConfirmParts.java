package tallygate.gateway.confirm;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.Function;
import tallygate.callback.provider.QueryTools;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.ingest.Endpoint;
import tallygate.gateway.ingest.ProvenEvents;

/**
 * What the confirmer works with.
 *
 * @param endpoints by name, as configured now
 */
public record ConfirmParts(
        Function<String, Optional<Endpoint>> endpoints,
        ProvenEvents proven,
        QueryTools tools,
        Alerts alerts,
        MeterRegistry meters) {}
