package tallygate.chaos;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import tallygate.chaos.Evidence.Steps;

/** Three participants with the guard of the handbook: one mark for each forward request, set by whichever comes first. */
final class SagaBook {
    private enum Mark {
        DONE,
        UNDONE,
        REFUSED
    }

    private final Map<String, Mark> marks = new HashMap<>();
    private final Map<String, Steps> books = new HashMap<>();
    private int emptyUndos;
    private int lateForwards;

    /** @param path {@code /saga/{step}/do} or {@code /saga/{step}/undo} */
    synchronized int answer(String path, Map<String, String> headers, String biz, Predicate<String> isMended) {
        String[] parts = path.split("/");
        String place = biz + "/" + parts[2];
        return parts[3].equals("do")
                ? forward(headers.getOrDefault("idempotency-key", ""), place)
                : undo(headers.getOrDefault("tallygate-compensates", ""), place, isMended);
    }

    private int forward(String request, String place) {
        Mark mark = marks.get(request);
        if (mark == null) {
            boolean isRefused = (place.contains("_refused_") || place.contains("_stuck_")) && place.endsWith("/pay");
            marks.put(request, isRefused ? Mark.REFUSED : Mark.DONE);
            if (!isRefused) {
                books.merge(place, new Steps(1, 0), SagaBook::sum);
            }
            return isRefused ? 409 : 200;
        }
        lateForwards += mark == Mark.UNDONE ? 1 : 0;
        return mark == Mark.DONE ? 200 : 409;
    }

    private int undo(String forward, String place, Predicate<String> isMended) {
        if (place.contains("_stuck_") && place.endsWith("/stock") && !isMended.test(place)) {
            return 500;
        }
        Mark mark = marks.put(forward, Mark.UNDONE);
        if (mark == Mark.DONE) {
            books.merge(place, new Steps(0, 1), SagaBook::sum);
        }
        emptyUndos += mark == null ? 1 : 0;
        return 200;
    }

    private static Steps sum(Steps a, Steps b) {
        return new Steps(a.done() + b.done(), a.undone() + b.undone());
    }

    synchronized Map<String, Steps> books() {
        return Map.copyOf(books);
    }

    /** Compensations that came before, or without, what they undo. */
    synchronized int emptyUndos() {
        return emptyUndos;
    }

    /** Steps that came after their compensation, and were refused. */
    synchronized int lateForwards() {
        return lateForwards;
    }
}
