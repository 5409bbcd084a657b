package tallygate.config;

import java.net.URI;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/**
 * Where traces go.
 *
 * @param endpoint of the collector, for OTLP over HTTP
 * @param authorization value of that header, empty for none
 * @param oneIn one of so many traces is recorded
 */
public record TracingConfig(URI endpoint, Optional<Secret> authorization, int oneIn) {
    private static final Key<URI> ENDPOINT = Key.of(
                    "endpoint",
                    Kinds.httpUrl(),
                    "The collector's address for traces by OTLP over HTTP, as http://collector:4318/v1/traces.",
                    "采集器以 OTLP/HTTP 接收链路的地址，如 http://collector:4318/v1/traces。")
            .atRestart();
    private static final Key<Secret> AUTHORIZATION = Key.of(
                    "authorization",
                    Kinds.secret(),
                    "The value of the header Authorization for the collector.",
                    "发往采集器的 Authorization 请求头的值。")
            .orAbsent("no such header", "不发送该请求头")
            .atRestart();
    private static final Key<Integer> ONE_IN = Key.of(
                    "one-in",
                    Kinds.integer(1, 1_000_000),
                    "One of so many tasks is traced, with everything that belongs to it, on every node; 1: all.",
                    "每多少个任务跟踪一个（含其全部过程，所有节点一致）；1 为全部。")
            .or("100")
            .atRestart();

    static final Group GROUP = Group.of(
            "tracing",
            "Traces by OpenTelemetry, from the provider's request to the receiver; without it nothing is traced.",
            "OpenTelemetry 链路跟踪，从支付平台的请求直到接收方；不写则不跟踪。",
            ENDPOINT,
            AUTHORIZATION,
            ONE_IN);

    static Optional<TracingConfig> from(Section section) {
        Optional<URI> endpoint = section.required(ENDPOINT);
        Optional<Secret> authorization = section.optional(AUTHORIZATION);
        int oneIn = section.value(ONE_IN);
        return endpoint.map(url -> new TracingConfig(url, authorization, oneIn));
    }
}
