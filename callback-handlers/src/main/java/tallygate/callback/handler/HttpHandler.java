package tallygate.callback.handler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.outbound.Called;
import tallygate.callback.outbound.HttpCall;
import tallygate.callback.outbound.HttpCalls;
import tallygate.callback.outbound.HttpTarget;
import tallygate.signature.Header;

/** Posts each task to a business service and reads its answer. */
final class HttpHandler implements Handler {
    private static final Logger log = LoggerFactory.getLogger(HttpHandler.class);
    private static final int ANSWER_BYTES_MAX = 64 * 1024;

    private final HttpConfig config;
    private final HttpTarget target;
    private final HandlerTools tools;
    private final WebhookSigner signer;
    private final AnswerTable table;
    private final AcceptedCalls accepted;
    private final HttpCalls calls;

    HttpHandler(HttpConfig config, HandlerTools tools) {
        this.config = config;
        this.target = HttpTarget.of(config.url());
        this.tools = tools;
        this.signer = new WebhookSigner(config.secrets());
        this.table = new AnswerTable(config.answers(), tools.clock());
        this.accepted = new AcceptedCalls(config.url());
        HttpConfig.Timeouts timeouts = config.timeouts();
        this.calls = new HttpCalls(
                new HttpCalls.Limits(timeouts.connect(), timeouts.silence(), timeouts.total(), ANSWER_BYTES_MAX),
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                tools.nanos());
        if (config.secrets().isEmpty() && config.format() instanceof HttpConfig.Format.Envelope) {
            log.warn(
                    "url={} is called without a signature: give the handler a secret, so that the receiver can tell our"
                            + " calls from others",
                    target.shown());
        }
    }

    @Override
    public Outcome handle(Delivery delivery) throws InterruptedException {
        return switch (config.format()) {
            case HttpConfig.Format.Envelope _ -> envelope(delivery);
            case HttpConfig.Format.Original(HttpConfig.SuccessWhen success) -> original(delivery, success);
        };
    }

    private Outcome original(Delivery delivery, HttpConfig.SuccessWhen success) throws InterruptedException {
        HttpCall call;
        try {
            call = OriginalRequest.of(delivery, target, common(delivery));
        } catch (IllegalArgumentException e) {
            return new Outcome.Permanent("the callback cannot be sent again: " + e.getMessage());
        }
        return switch (calls.call(call)) {
            case Called.Answered answer -> table.ofOriginal(answer, success);
            case Called.NotSent notSent -> refused(notSent);
            case Called.NoAnswer(String why) -> new Outcome.Unknown(why);
        };
    }

    private Outcome envelope(Delivery delivery) throws InterruptedException {
        Optional<HttpTarget> status =
                delivery.statusUrl().isEmpty() ? Optional.empty() : accepted.target(delivery.statusUrl());
        HttpCall call = status.isPresent() ? ask(delivery, status.get()) : post(delivery);
        return switch (calls.call(call)) {
            case Called.Answered answer -> read(delivery, answer, status.isPresent());
            case Called.NotSent notSent -> refused(notSent);
            case Called.NoAnswer(String why) -> new Outcome.Unknown(why);
        };
    }

    private Outcome read(Delivery delivery, Called.Answered answer, boolean wasAsked) {
        if (answer.status() == 202) {
            Optional<String> location = answer.header("Location");
            if (location.isPresent() || wasAsked) {
                return later(delivery, answer, location);
            }
        }
        if (wasAsked && (answer.status() == 404 || answer.status() == 410)) {
            return new Outcome.Unknown("the receiver forgot what it had accepted (HTTP " + answer.status()
                    + " at its status URL), so it is posted again");
        }
        return table.ofEnvelope(answer);
    }

    private Outcome later(Delivery delivery, Called.Answered answer, Optional<String> location) {
        Duration wish = table.retryAfter(answer).orElse(Duration.ZERO);
        String url = location.map(accepted::kept).orElse(delivery.statusUrl());
        if (url.isEmpty()) {
            return new Outcome.Park(
                    "accepted, but its status URL leads to another server, so it is posted again", wish);
        }
        return new Outcome.Park("accepted, asked again later", wish, url);
    }

    private static Outcome refused(Called.NotSent notSent) {
        return notSent.isDeployFault()
                ? new Outcome.Misconfigured(notSent.why())
                : new Outcome.Retry(notSent.why(), Optional.empty());
    }

    private HttpCall post(Delivery delivery) {
        byte[] body = Envelope.of(delivery);
        var headers = new ArrayList<Header>();
        headers.add(new Header("Content-Type", "application/json"));
        headers.addAll(signature(delivery, body));
        headers.addAll(common(delivery));
        tools.tokenHeader(delivery).ifPresent(headers::add);
        return new HttpCall("POST", target, headers, body);
    }

    private HttpCall ask(Delivery delivery, HttpTarget status) {
        byte[] nothing = new byte[0];
        var headers = new ArrayList<>(signature(delivery, nothing));
        headers.addAll(common(delivery));
        return new HttpCall("GET", status, headers, nothing);
    }

    private List<Header> signature(Delivery delivery, byte[] body) {
        return signer.headers(
                "msg_" + delivery.taskId(), tools.clock().instant().getEpochSecond(), body);
    }

    private List<Header> common(Delivery delivery) {
        return List.of(
                new Header("Idempotency-Key", delivery.idempotencyKey()),
                tools.trace(delivery),
                new Header("User-Agent", "Tallygate"));
    }

    @Override
    public void close() {
        calls.close();
    }
}
