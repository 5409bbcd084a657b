package tallygate.gateway.saga;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.TraceContext;
import tallygate.callback.saga.Participant;
import tallygate.callback.saga.Reply;
import tallygate.callback.saga.StepCall;
import tallygate.signature.Header;

/** Makes one call to a participant, and turns whatever happens into a reply. */
final class Caller {
    private static final Logger log = LoggerFactory.getLogger(Caller.class);

    private final StepTimeouts timeouts;
    private final SagaMetrics metrics;
    private final LongSupplier nanos;
    private final StepSpans spans;

    Caller(StepTimeouts timeouts, SagaMetrics metrics, LongSupplier nanos, StepSpans spans) {
        this.timeouts = timeouts;
        this.metrics = metrics;
        this.nanos = nanos;
        this.spans = spans;
    }

    /** What came back, and how long that took. */
    record Result(Reply reply, Duration took) {}

    Result call(Definition definition, SagaCatalog catalog, Snapshot saga, Call call) {
        long before = nanos.getAsLong();
        Optional<TraceContext> trace = spans.areOn() ? Optional.of(StepSpans.trace(saga)) : Optional.empty();
        Reply reply = reply(definition, catalog, saga, call, trace);
        trace.filter(spans::take).ifPresent(taken -> spans.record(saga, taken, call, reply, before));
        Duration took = Duration.ofNanos(nanos.getAsLong() - before);
        metrics.called(definition.name(), call, Course.outcome(reply), took);
        if (reply instanceof Reply.Done || reply instanceof Reply.Failed) {
            timeouts.measured(definition.name(), call.step(), call.entry().direction(), took);
        }
        return new Result(reply, took);
    }

    /** A participant is foreign code: whatever it throws is an unknown outcome, and nothing else. */
    private Reply reply(
            Definition definition, SagaCatalog catalog, Snapshot saga, Call call, Optional<TraceContext> trace) {
        Participant participant = catalog.participants().get(call.step().ways().participant());
        if (participant == null) {
            return new Reply.Later(
                    "participant " + call.step().ways().participant() + " is not configured", Duration.ZERO);
        }
        try {
            StepCall step =
                    step(definition, saga, call, trace.map(of -> of.header(StepSpans.id(of, call), spans.take(of))));
            return switch (call.kind()) {
                case SEND -> participant.send(step);
                case ASK -> participant.ask(step);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply.Unknown("interrupted: the node stops");
        } catch (RuntimeException | Error e) {
            log.error(
                    "request={} the participant's call threw {}",
                    call.entry().requestId(),
                    e.getClass().getName(),
                    e);
            return new Reply.Unknown("the call threw " + e.getClass().getName());
        }
    }

    private StepCall step(Definition definition, Snapshot saga, Call call, Optional<Header> trace) {
        Step step = call.step();
        Entry entry = call.entry();
        boolean isForward = entry.direction() == Direction.FORWARD;
        String operation =
                isForward ? step.ways().action() : step.ways().compensation().orElseThrow();
        String status = Optional.of(entry.statusUrl())
                .filter(url -> !url.isEmpty())
                .or(() -> step.ways().status())
                .orElse("");
        var request = new StepCall.Request(
                saga.id().value(),
                saga.type(),
                saga.version(),
                step.name(),
                entry.requestId(),
                isForward ? "" : saga.id().request(Direction.FORWARD, step.seq()),
                entry.mark(),
                entry.tries(),
                saga.bizId());
        return new StepCall(
                request,
                operation,
                status,
                StepInput.of(definition, saga, step, entry.direction()),
                timeouts.of(definition.name(), step, entry.direction()),
                trace);
    }
}
