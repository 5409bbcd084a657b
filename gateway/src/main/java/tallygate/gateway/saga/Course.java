package tallygate.gateway.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.saga.Reply;

/**
 * One saga in the hands of this node, without a thread: what is to be written and called next, and what replies make of it.
 * Nothing in it is needed after a crash.
 */
final class Course {
    private final Definition definition;
    private final Duration lease;
    private final int crashesMax;
    private final Map<String, Call> underWay = new HashMap<>();
    /** What is known and not written yet. */
    private final Map<String, Transition.Write> unwritten = new LinkedHashMap<>();

    private final List<Transition.Note> notes = new ArrayList<>();
    private Snapshot saga;

    Course(Definition definition, Snapshot saga, Duration lease, int crashesMax) {
        this.definition = definition;
        this.saga = saga;
        this.lease = lease;
        this.crashesMax = crashesMax;
    }

    Snapshot saga() {
        return saga;
    }

    boolean awaitsReplies() {
        return !underWay.isEmpty();
    }

    /** @param passed since the last call of it, by the monotonic clock */
    Plan plan(Duration passed) {
        saga = saga.later(passed);
        Plan next = Decisions.next(definition, saga, underWay.keySet(), lease, crashesMax);
        Map<String, Transition.Write> writes = new LinkedHashMap<>(unwritten);
        for (Transition.Write write : next.transition().writes()) {
            writes.merge(
                    write.after().requestId(),
                    write,
                    (first, then) -> new Transition.Write(first.before(), then.after(), then.stepName()));
        }
        Transition decided = next.transition();
        var told =
                new Transition.Told(decided.told().dead(), notes, decided.told().why());
        var whole = new Transition(
                decided.lease(),
                decided.from(),
                decided.to(),
                decided.step(),
                List.copyOf(writes.values()),
                told,
                decided.ending());
        return new Plan(whole, next.after(), next.calls());
    }

    /** The plan's transition is committed: its calls are to go out now. */
    void committed(Plan plan) {
        saga = plan.after();
        unwritten.clear();
        notes.clear();
        plan.calls().forEach(call -> underWay.put(call.entry().requestId(), call));
    }

    /** The saga as the database has it: what was planned and is not in it did not happen. Calls that are under way stay so. */
    void refresh(Snapshot current) {
        saga = current;
        unwritten.clear();
        notes.clear();
    }

    /** A reply to a call of this course. What it says is written with the next plan. */
    void replied(Call call, Reply reply, Duration took) {
        String request = call.entry().requestId();
        underWay.remove(request);
        Entry before = Optional.ofNullable(saga.entries().get(request)).orElse(call.entry());
        if (before.status().isSettled()) {
            return;
        }
        Entry after = Outcomes.after(new Call(call.kind(), call.step(), before), reply);
        note(call, reply, took);
        unwritten.merge(
                request,
                new Transition.Write(Optional.of(before), after, call.step().name()),
                (first, next) -> new Transition.Write(first.before(), next.after(), next.stepName()));
        saga = saga.with(after);
    }

    private void note(Call call, Reply reply, Duration took) {
        boolean isPlain = reply instanceof Reply.Done
                && call.kind() == Call.Kind.SEND
                && call.entry().tries() == 1;
        if (isPlain) {
            return;
        }
        String detail = switch (reply) {
            case Reply.Done _, Reply.NotSeen _ -> "";
            case Reply.Failed failed -> failed.reason();
            case Reply.Later later -> later.error();
            case Reply.Unknown unknown -> unknown.error();
            case Reply.Accepted accepted -> accepted.statusUrl();
        };
        int number = call.kind() == Call.Kind.SEND
                ? call.entry().tries()
                : call.entry().asks() + 1;
        notes.add(new Transition.Note(
                call.entry().requestId(),
                call.kind() == Call.Kind.SEND ? "call" : "ask",
                number,
                outcome(reply),
                detail,
                took));
    }

    /** The reply's kind as one word, for notes and metrics. */
    static String outcome(Reply reply) {
        return switch (reply) {
            case Reply.Done _ -> "done";
            case Reply.Failed _ -> "failed";
            case Reply.Later _ -> "later";
            case Reply.Unknown _ -> "unknown";
            case Reply.Accepted _ -> "accepted";
            case Reply.NotSeen _ -> "not-seen";
        };
    }
}
