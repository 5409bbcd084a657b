package tallygate.gateway;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.handler.AmqpConfig;
import tallygate.callback.handler.DoneWhen;
import tallygate.callback.saga.AmqpParticipant;
import tallygate.callback.saga.HttpParticipant;
import tallygate.callback.saga.LocalParticipant;
import tallygate.callback.saga.Participant;
import tallygate.config.ParticipantConfig;
import tallygate.config.ParticipantQueueConfig;

/** From the configuration's participants to those that are called. One whose configuration stays is kept, with its connections. */
final class SagaParticipants {
    private final Surroundings around;
    private final AmqpParticipant.Answers answers;
    private Map<String, Kept> kept = Map.of();

    private record Kept(ParticipantConfig config, Participant participant) {}

    SagaParticipants(Surroundings around, AmqpParticipant.Answers answers) {
        this.around = around;
        this.answers = answers;
    }

    /** Those of a configuration. The ones that it has no more are the caller's to close. */
    synchronized Map<String, Participant> of(Map<String, ParticipantConfig> configured) {
        Map<String, Kept> next = new HashMap<>();
        configured.forEach((name, config) -> {
            Kept before = kept.get(name);
            boolean isSame = before != null && before.config().equals(config);
            next.put(name, isSame ? before : new Kept(config, participant(config)));
        });
        kept = next;
        Map<String, Participant> participants = new HashMap<>();
        next.forEach((name, each) -> participants.put(name, each.participant()));
        return participants;
    }

    private Participant participant(ParticipantConfig config) {
        return switch (config.kind()) {
            case HTTP ->
                new HttpParticipant(
                        config.url().orElseThrow(),
                        config.secrets().stream().map(secret -> secret.reveal()).toList(),
                        config.connectTimeout(),
                        around.clock(),
                        around.nanos());
            case AMQP -> behindQueue(config.queue().orElseThrow());
            case LOCAL -> LocalParticipant.found();
        };
    }

    private Participant behindQueue(ParticipantQueueConfig queue) {
        var amqp = new AmqpConfig(
                URI.create(queue.broker().reveal()),
                Optional.empty(),
                new AmqpConfig.Queues(queue.exchange(), queue.queue(), queue.retryDelay(), queue.isDeclared()),
                new DoneWhen.Result(queue.resultWithin(), queue.resultWithin()),
                queue.confirmWait());
        return new AmqpParticipant(amqp, queue.resultWithin(), answers, around.clock(), around.nanos());
    }
}
