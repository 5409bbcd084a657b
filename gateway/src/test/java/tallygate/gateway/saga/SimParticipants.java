package tallygate.gateway.saga;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import tallygate.callback.saga.Reply;

/** All participants of a history: each step's books, and the marks of the guard beside them. */
final class SimParticipants {
    /** What the participant's guard does. */
    enum Guard {
        /** A forward that was done is not done again. */
        FORWARD_ONCE,
        /** A compensation that was done is not done again. */
        UNDO_ONCE,
        /** What was not done is not undone. */
        EMPTY,
        /** What was undone is not done any more. */
        HANGING,
        /** What was refused stays refused. */
        REFUSAL_KEPT
    }

    private enum Mark {
        NONE,
        DONE,
        REFUSED,
        COMPENSATED
    }

    /** What one step of one saga has done to the participant's books. */
    static final class Book {
        private Mark mark = Mark.NONE;
        private int applied;
        private int undone;
        private int lastSeen;

        int net() {
            return applied - undone;
        }

        int applied() {
            return applied;
        }
    }

    private final SagaWorld world;
    private final SplittableRandom dice;
    private final Map<String, Book> books = new HashMap<>();
    private final Set<Guard> removed = EnumSet.noneOf(Guard.class);

    SimParticipants(SagaWorld world, SplittableRandom dice) {
        this.world = world;
        this.dice = dice;
    }

    void without(Guard guard) {
        removed.add(guard);
    }

    private boolean has(Guard guard) {
        return !removed.contains(guard);
    }

    Book book(SagaId saga, int seq) {
        return books.computeIfAbsent(saga.request(Direction.FORWARD, seq), _ -> new Book());
    }

    /** A request arrives; its answer goes out some time later, unless the participant dies over it. */
    void take(SagaId saga, Call call, Consumer<Reply> answer) {
        Book book = book(saga, call.entry().seq());
        if (call.kind() == Call.Kind.ASK) {
            Reply told = told(book, call.entry().direction());
            world.after(work(), () -> answer.accept(told));
            return;
        }
        if (call.entry().mark() < book.lastSeen) {
            world.sometimes("out-of-order");
        }
        book.lastSeen = Math.max(book.lastSeen, call.entry().mark());
        // Slow work: the effect comes when it is done, which may be after the orchestrator has given up.
        world.after(work(), () -> {
            Reply reply = call.entry().direction() == Direction.FORWARD ? forward(book) : undo(saga, call, book);
            world.trace(call.entry().requestId(), book.applied, book.undone);
            world.require(
                    book.net() == 0 || book.net() == 1,
                    "the books of {} stand at {}",
                    call.entry().requestId(),
                    book.net());
            answer.accept(reply);
        });
    }

    private Reply forward(Book book) {
        if (book.mark == Mark.DONE && has(Guard.FORWARD_ONCE)) {
            world.sometimes("done-before");
            return new Reply.Done("{}");
        }
        if (book.mark == Mark.COMPENSATED && has(Guard.HANGING)) {
            world.sometimes("hanging-refused");
            return new Reply.Failed("undone before", "");
        }
        if (book.mark == Mark.REFUSED && has(Guard.REFUSAL_KEPT)) {
            return new Reply.Failed("refused before", "");
        }
        if (dice.nextDouble() < world.plan().refuses()) {
            book.mark = Mark.REFUSED;
            return new Reply.Failed("sold out", "");
        }
        if (dice.nextDouble() < world.plan().refuses() / 2 && world.isChaos()) {
            return new Reply.Unknown("HTTP 500");
        }
        book.applied++;
        book.mark = Mark.DONE;
        return new Reply.Done("{}");
    }

    private Reply undo(SagaId saga, Call call, Book book) {
        boolean neverWorks =
                world.plan().canUndoFail() && (saga.hashCode() + call.entry().seq()) % 5 == 0;
        if (neverWorks) {
            return new Reply.Unknown("HTTP 500");
        }
        if (book.mark == Mark.COMPENSATED && has(Guard.UNDO_ONCE)) {
            return new Reply.Done("{}");
        }
        if (book.mark != Mark.DONE && book.mark != Mark.COMPENSATED && has(Guard.EMPTY)) {
            world.sometimes("empty-compensation");
            book.mark = Mark.COMPENSATED;
            return new Reply.Done("{}");
        }
        book.undone++;
        book.mark = Mark.COMPENSATED;
        return new Reply.Done("{}");
    }

    private Reply told(Book book, Direction direction) {
        return switch (book.mark) {
            case NONE -> new Reply.NotSeen();
            case DONE -> direction == Direction.FORWARD ? new Reply.Done("{}") : new Reply.NotSeen();
            case REFUSED -> direction == Direction.FORWARD ? new Reply.Failed("refused", "") : new Reply.NotSeen();
            case COMPENSATED -> direction == Direction.FORWARD ? new Reply.Failed("undone", "") : new Reply.Done("{}");
        };
    }

    private long work() {
        boolean isSlow = world.strikes(SagaPlan.Fault.LATE);
        return dice.nextLong(Duration.ofMillis(isSlow ? 5_000 : 20).toNanos());
    }
}
