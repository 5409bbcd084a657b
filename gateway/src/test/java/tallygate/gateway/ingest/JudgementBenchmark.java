package tallygate.gateway.ingest;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.read.BusinessDigest;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.RawRequest;

/** The steps from a request to its event, for a Stripe callback of 1 KB. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method first
public class JudgementBenchmark {
    private static final int REQUESTS = 512;

    private BoundProvider provider;
    private List<RawRequest> requests;
    private JsonValue document;
    private Routes routes;
    private int at;

    @Setup
    public void prepare() throws UnreadableException {
        provider = StripeSample.provider();
        requests = StripeSample.requests(0, REQUESTS);
        document = JsonReader.read(requests.getFirst().body());
        var registry = new SimpleMeterRegistry();
        IngestMetrics metrics = IngestMetrics.in(registry);
        var watches = new EndpointWatches(RefusalLimits.standard().alarm(), new LoggedAlerts(), registry);
        routes = new Routes(StripeSample.table().endpoints().stream()
                .map(endpoint -> Desk.of(endpoint, metrics, watches))
                .toList());
    }

    private RawRequest next() {
        at = (at + 1) % REQUESTS;
        return requests.get(at);
    }

    /** Everything: signature, time, JSON, event, digest. */
    @Benchmark
    public Judgement verify() {
        return provider.judge(next(), Optional.of(StripeSample.AT));
    }

    @Benchmark
    public JsonValue read() throws UnreadableException {
        return JsonReader.read(next().body());
    }

    @Benchmark
    public byte[] digest() {
        return new BusinessDigest().add("0", document).bytes();
    }

    /** Looking for card verification values where there are none. */
    @Benchmark
    public byte[] drop() {
        return VerificationValues.dropped(next().body());
    }

    @Benchmark
    public Optional<Desk> route() {
        return routes.find(next().target());
    }
}
