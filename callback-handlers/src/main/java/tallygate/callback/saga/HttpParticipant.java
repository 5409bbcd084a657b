package tallygate.callback.saga;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocketFactory;
import tallygate.callback.handler.WebhookSigner;
import tallygate.callback.outbound.Called;
import tallygate.callback.outbound.HttpCall;
import tallygate.callback.outbound.HttpCalls;
import tallygate.callback.outbound.HttpTarget;
import tallygate.signature.Header;

/**
 * A participant behind HTTP. Every call names its request id ({@code Idempotency-Key}), its saga, its place among the saga's
 * sends and, when it undoes something, what; it is signed as Standard Webhooks are.
 */
public final class HttpParticipant implements Participant {
    private static final int ANSWER_BYTES_MAX = 64 * 1024;
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(1);

    private final URI base;
    private final HttpTarget server;
    private final WebhookSigner signer;
    private final HttpCalls calls;
    private final InstantSource clock;

    /**
     * @param base its operations are paths below it
     * @param secrets {@code whsec_} + base64; empty: unsigned
     */
    public HttpParticipant(URI base, List<String> secrets, Duration connect, InstantSource clock, LongSupplier nanos) {
        this.base = base.toString().endsWith("/") ? base : URI.create(base + "/");
        this.server = HttpTarget.of(this.base);
        this.signer = new WebhookSigner(secrets);
        this.clock = clock;
        this.calls = new HttpCalls(
                new HttpCalls.Limits(connect, Duration.ofMinutes(10), Duration.ofMinutes(10), ANSWER_BYTES_MAX),
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                nanos);
    }

    @Override
    public Reply send(StepCall call) throws InterruptedException {
        byte[] body = body(call);
        var headers = new ArrayList<Header>();
        headers.add(new Header("Content-Type", "application/json"));
        headers.addAll(headers(call, body));
        HttpTarget target = HttpTarget.of(base.resolve(below(call.operation())));
        return ParticipantAnswers.ofSend(calls.call(new HttpCall("POST", target, headers, body), call.timeout()));
    }

    @Override
    public Reply ask(StepCall call) throws InterruptedException {
        HttpTarget target;
        try {
            String place = call.status().replace("{requestId}", call.request().requestId());
            target = HttpTarget.of(base.resolve(new URI(place.contains("://") ? place : below(place))));
        } catch (URISyntaxException | IllegalArgumentException _) {
            return new Reply.Unknown("the status URL is not one that can be called");
        }
        if (!target.isSameServerAs(server)) {
            return new Reply.Unknown("the status URL leads to another server and is not asked");
        }
        byte[] nothing = new byte[0];
        Called answer = calls.call(new HttpCall("GET", target, headers(call, nothing), nothing), call.timeout());
        return ParticipantAnswers.ofAsk(answer, ASKED_AGAIN);
    }

    private static String below(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }

    private List<Header> headers(StepCall call, byte[] body) {
        StepCall.Request request = call.request();
        var headers = new ArrayList<>(
                signer.headers(request.requestId(), clock.instant().getEpochSecond(), body));
        headers.add(new Header("Idempotency-Key", request.requestId()));
        headers.add(new Header("Tallygate-Saga", request.sagaId()));
        headers.add(new Header("Tallygate-Sequence", Integer.toString(request.mark())));
        if (request.isCompensation()) {
            headers.add(new Header("Tallygate-Compensates", request.compensates()));
        }
        call.trace().ifPresent(headers::add);
        headers.add(new Header("User-Agent", "Tallygate"));
        return headers;
    }

    private static byte[] body(StepCall call) {
        return StepMessage.of(call).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        calls.close();
    }
}
