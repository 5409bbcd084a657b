package tallygate.callback.provider.catalog;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.callback.provider.code.CodeEndpoints;
import tallygate.signature.RawRequest;

/** What judging and reading one genuine callback costs, for the providers that are used most and the slowest schemes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method first
public class JudgeBenchmark {
    @Param({
        "stripe",
        "wechatpay-v3",
        "alipay",
        "paypal",
        "adyen",
        "square",
        "razorpay",
        "mercadopago",
        "unionpay",
        "wechatpay-v2",
        "jdpay",
        "standard-webhooks (ed25519)",
        "wechatpay-v3-sm"
    })
    private String provider;

    private Made made;
    private RawRequest genuine;

    @Setup
    public void prepare() {
        List<SampleEndpoint> endpoints = Stream.concat(RecipeEndpoints.all().stream(), CodeEndpoints.all().stream())
                .toList();
        made = Made.of(endpoints.stream()
                .filter(e -> e.toString().equals(provider))
                .findFirst()
                .or(() -> endpoints.stream()
                        .filter(e -> e.provider().equals(provider))
                        .findFirst())
                .orElseThrow());
        genuine = made.request();
    }

    @Benchmark
    public Judgement judge() {
        return made.provider().judge(genuine, Optional.of(Made.NOW));
    }
}
