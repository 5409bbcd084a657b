package tallygate.gateway.command;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tallygate.config.GatewayConfig;
import tallygate.config.TracingConfig;
import tallygate.config.value.Secret;
import tallygate.gateway.Identity;
import tallygate.gateway.Surroundings;
import tallygate.gateway.trace.OtlpSpans;
import tallygate.gateway.trace.Spans;

/** Where the traces of this process go; nowhere unless the configuration names a collector. */
final class Traces implements AutoCloseable {
    private final @Nullable OtlpSpans sender;

    private Traces(@Nullable OtlpSpans sender) {
        this.sender = sender;
    }

    static Traces of(GatewayConfig config, Surroundings around) {
        Optional<TracingConfig> tracing = config.tracing();
        return new Traces(tracing.map(to -> sender(to, around)).orElse(null));
    }

    private static OtlpSpans sender(TracingConfig to, Surroundings around) {
        var collector = new OtlpSpans.Collector(
                to.endpoint(), to.authorization().map(Secret::reveal).orElse(""), to.oneIn());
        return new OtlpSpans(
                collector, Identity.nodeName(), Identity.version(), around.meters(), around.clock(), around.nanos());
    }

    Spans spans() {
        return sender == null ? Spans.NONE : sender;
    }

    /** Sends what is left. */
    @Override
    public void close() {
        if (sender != null) {
            sender.close();
        }
    }
}
