package tallygate.callback.saga;

import com.rabbitmq.client.AMQP;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.handler.AmqpConfig;
import tallygate.callback.handler.AmqpQueue;
import tallygate.callback.handler.ResultTokens;

/**
 * A participant behind a queue of RabbitMQ: a task message goes out, a result message comes back, and no thread waits between
 * them. Forward and compensation go through the same queue, so they keep their order there; the request id ties a result to its
 * request on any node. What was sent is known from the database alone: a message that the broker has lost is sent again when its
 * time is over.
 */
public final class AmqpParticipant implements Participant {
    private static final Logger log = LoggerFactory.getLogger(AmqpParticipant.class);
    private static final int PERSISTENT = 2;

    private final AmqpConfig config;
    private final Duration resultWithin;
    private final Answers answers;
    private final InstantSource clock;
    private final AmqpQueue queue;

    /** Where results go, and what proves them. */
    public record Answers(StepResults results, ResultTokens tokens) {
        private String token(StepCall.Request request) {
            return tokens.of(subject(request.requestId()), request.mark());
        }

        private static String subject(String requestId) {
            return "step " + requestId;
        }
    }

    /**
     * @param config its {@code doneWhen} a result, so that the result queue is listened to
     * @param resultWithin a result is awaited at least so long before the task is sent again
     */
    public AmqpParticipant(
            AmqpConfig config, Duration resultWithin, Answers answers, InstantSource clock, LongSupplier nanos) {
        this.config = config;
        this.resultWithin = resultWithin;
        this.answers = answers;
        this.clock = clock;
        this.queue = new AmqpQueue(config, this::heard, nanos);
    }

    @Override
    public Reply send(StepCall call) throws InterruptedException {
        String token = answers.token(call.request());
        byte[] body = StepMessage.of(call, token).getBytes(StandardCharsets.UTF_8);
        return switch (queue.send(properties(call, token), body)) {
            case AmqpQueue.Sent.Confirmed _ -> new Reply.Accepted("", longer(call.timeout(), resultWithin));
            case AmqpQueue.Sent.Away(String why) ->
                new Reply.Later("the broker cannot be reached: " + why, Duration.ZERO);
            case AmqpQueue.Sent.Misconfigured(String why) -> new Reply.Later(why, Duration.ZERO);
            case AmqpQueue.Sent.Refused _ -> new Reply.Unknown("the broker refused the message");
            case AmqpQueue.Sent.Lost(String why) -> new Reply.Unknown("the broker did not confirm the message: " + why);
        };
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** The broker's confirmation is what a call waits for, never the result. */
    @Override
    public Duration longestCall(Duration ceiling) {
        return config.confirmWait().plus(AmqpConfig.CONNECT_MAX.multipliedBy(2));
    }

    @Override
    public Reply ask(StepCall call) {
        return new Reply.Unknown("a participant behind a queue is not asked; the task is sent again");
    }

    private AMQP.BasicProperties properties(StepCall call, String token) {
        StepCall.Request request = call.request();
        Map<String, Object> headers = new HashMap<>();
        headers.put("Idempotency-Key", request.requestId());
        headers.put("Tallygate-Saga", request.sagaId());
        headers.put("Tallygate-Sequence", request.mark());
        headers.put(ResultTokens.HEADER, token);
        if (request.isCompensation()) {
            headers.put("Tallygate-Compensates", request.compensates());
        }
        return new AMQP.BasicProperties.Builder()
                .contentType("application/json")
                .contentEncoding("utf-8")
                .deliveryMode(PERSISTENT)
                .type(call.operation())
                .messageId(request.requestId() + "#" + request.mark())
                .correlationId(request.requestId())
                .replyTo(queue.resultQueue())
                .timestamp(Date.from(clock.instant()))
                .appId("tallygate")
                .headers(headers)
                .build();
    }

    /** @return false when the message must come again */
    private boolean heard(byte[] message) {
        return switch (StepResult.of(message)) {
            case StepResult.Heartbeat _ -> true;
            case StepResult.Unreadable(String why) -> {
                log.warn(
                        "queue={} a message in it {}, it is dropped; its step is sent again in time",
                        queue.resultQueue(),
                        why);
                yield true;
            }
            case StepResult.Ended ended -> proven(ended);
        };
    }

    private boolean proven(StepResult.Ended ended) {
        String request = ended.requestId();
        return switch (answers.tokens().check(Answers.subject(request), ended.token())) {
            case ResultTokens.Checked.Genuine(int sequence) -> settled(request, sequence, ended.reply());
            case ResultTokens.Checked.Refused(ResultTokens.Why why) -> {
                log.warn(
                        "event=RESULT_REFUSED request={} queue={} reason={} a result is dropped: its resultToken is not"
                                + " that of the message it answers; its step is sent again in time",
                        request,
                        queue.resultQueue(),
                        why.label());
                yield true;
            }
            case ResultTokens.Checked.NotNow _ -> false;
        };
    }

    private boolean settled(String request, int sequence, Reply reply) {
        return switch (answers.results().take(request, sequence, reply)) {
            case APPLIED -> true;
            case NOT_OURS -> {
                log.info("request={} a result for it changes nothing: settled before, or never ours", request);
                yield true;
            }
            case AGAIN_LATER -> false;
        };
    }

    @Override
    public void close() {
        queue.close();
    }
}
