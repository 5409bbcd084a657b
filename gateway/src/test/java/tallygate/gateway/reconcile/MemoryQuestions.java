package tallygate.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Memory with the same guards as the table. */
final class MemoryQuestions implements QuestionStore {
    private final Supplier<Instant> now;
    private final boolean isFenced;
    final List<Row> rows = new ArrayList<>();

    /** @param isFenced false: without what keeps a late answer from being written, to see that it is missed */
    MemoryQuestions(Supplier<Instant> now, boolean isFenced) {
        this.now = now;
        this.isFenced = isFenced;
    }

    static final class Row {
        final Question question;
        final Instant endsAt;
        Instant due;
        int asked;
        int ends;
        int status;

        Row(Question question, Instant due, Instant endsAt) {
            this.question = question;
            this.due = due;
            this.endsAt = endsAt;
        }
    }

    @Override
    public boolean open(Question question, Duration first, Duration until) {
        return rows.add(new Row(question, now.get().plus(first), now.get().plus(until)));
    }

    @Override
    public List<Taken> take(int limit, Duration lease) {
        List<Taken> taken = new ArrayList<>();
        for (int i = 0; i < rows.size() && taken.size() < limit; i++) {
            Row row = rows.get(i);
            if (row.status == 0 && !row.due.isAfter(now.get())) {
                row.asked++;
                row.due = now.get().plus(lease);
                taken.add(new Taken(i, row.question, row.asked, !row.endsAt.isAfter(now.get())));
            }
        }
        return taken;
    }

    private boolean isMine(Taken taken) {
        Row row = rows.get((int) taken.id());
        return !isFenced || row.status == 0 && row.asked == taken.asked();
    }

    @Override
    public boolean later(Taken taken, Duration delay, String answer, String detail) {
        Row row = rows.get((int) taken.id());
        if (!isMine(taken)) {
            return false;
        }
        Instant wanted = now.get().plus(delay);
        row.status = 0;
        row.due = wanted.isAfter(row.endsAt) ? row.endsAt : wanted;
        return true;
    }

    @Override
    public boolean end(Taken taken, End end, String answer, String detail) {
        Row row = rows.get((int) taken.id());
        if (!isMine(taken)) {
            return false;
        }
        row.status = end.code();
        row.ends++;
        return true;
    }

    @Override
    public Optional<Walk> walk(Collection<String> types, Duration settle, Duration oldest, int max) {
        return Optional.empty();
    }

    @Override
    public void walked(Walk walk) {
        throw new IllegalStateException("nothing is walked here");
    }

    @Override
    public Set<String> known(String source, Collection<String> references) {
        return Set.of();
    }

    @Override
    public long countOpen() {
        return rows.stream().filter(row -> row.status == 0).count();
    }

    @Override
    public List<Seen> list(Optional<String> source, boolean isOpenOnly, long beforeId, int limit) {
        return List.of();
    }
}
