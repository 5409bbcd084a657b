package tallygate.gateway.saga;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.gateway.task.LeasedHandler;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.StoreException;

/** Starts a saga for a task and ends the task in the same transaction. A retried task finds its saga again. */
public final class SagaStart implements LeasedHandler {
    private static final Logger log = LoggerFactory.getLogger(SagaStart.class);

    private final String type;
    private final SagaWorker worker;

    public SagaStart(String type, SagaWorker worker) {
        this.type = type;
        this.worker = worker;
    }

    @Override
    public Outcome handle(LeasedTask task) {
        Optional<Definition> definition = worker.catalog().newest(type);
        if (definition.isEmpty()) {
            return new Outcome.Misconfigured("no saga is called " + type);
        }
        NewSaga saga = new NewSaga(
                SagaId.derived(type, identity(task)),
                new NewSaga.Kind(type, definition.get().version()),
                task.bizId(),
                definition.get().lock(),
                payload(task),
                Optional.empty());
        try {
            return switch (worker.begin(saga, Optional.of(task.lease()))) {
                case Started.Fresh(Snapshot fresh) -> {
                    log.info("task={} saga={} type={} started", task.lease().id(), fresh.id(), type);
                    yield new Outcome.Done("saga " + fresh.id() + " started");
                }
                case Started.Known(SagaId id, SagaStatus _) ->
                    new Outcome.Done("saga " + id + " had been started before");
                case Started.Busy(SagaId holder) ->
                    new Outcome.Park("saga " + holder + " works on the same business id", Duration.ofSeconds(5));
                case Started.TaskLost _ -> new Outcome.Unknown("the task's lease was lost before its saga was stored");
            };
        } catch (StoreException e) {
            return new Outcome.Unknown("the saga may be stored or not: " + e.kind());
        }
    }

    /** The same for every retry, and for every event that reports the same effect. */
    private static String identity(LeasedTask task) {
        return task.effectKey().isEmpty() ? task.source() + '\n' + task.eventId() : task.effectKey();
    }

    private static byte[] payload(LeasedTask task) {
        SequencedMap<String, JsonValue> event = new LinkedHashMap<>();
        event.put("taskId", new JsonValue.Text(task.lease().id().toString()));
        event.put("source", new JsonValue.Text(task.source()));
        event.put("eventId", new JsonValue.Text(task.eventId()));
        event.put("eventType", new JsonValue.Text(task.eventType()));
        event.put("effectKey", new JsonValue.Text(task.effectKey()));
        event.put("bizType", new JsonValue.Text(task.bizType()));
        event.put("bizId", new JsonValue.Text(task.bizId()));
        event.put(
                "amountMinor",
                task.amountMinor().isPresent()
                        ? new JsonValue.Numeral(Long.toString(task.amountMinor().getAsLong()))
                        : new JsonValue.Nothing());
        event.put("currency", new JsonValue.Text(task.currency()));
        return payload(new JsonValue.Fields(event), content(task.content()));
    }

    /** What a saga is fed from. */
    public static byte[] payload(JsonValue event, JsonValue content) {
        SequencedMap<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("event", event);
        fields.put("payload", content);
        return JsonWriter.write(new JsonValue.Fields(fields)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static JsonValue content(byte[] content) {
        try {
            return JsonReader.read(content);
        } catch (UnreadableException _) {
            return new JsonValue.Text(new String(content, java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    @Override
    public Outcome handle(Delivery delivery) {
        throw new IllegalStateException("a saga is started under the lease of its task");
    }
}
