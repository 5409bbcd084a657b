package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.TimeLeft;

/** All writers of a node. Deliveries of one event always meet in the same one. */
final class Writers {
    private final List<Writer> writers;

    Writers(List<Writer> writers) {
        this.writers = List.copyOf(writers);
    }

    void start() {
        writers.forEach(Writer::start);
    }

    Optional<Shed> offer(Pending pending, long now) {
        int count = writers.size();
        if (count == 1) {
            return writers.getFirst().offer(pending, now);
        }
        int hash = pending.key.eventId().hashCode() * 0x9E3779B9;
        return writers.get(Math.floorMod(hash >>> 16, count)).offer(pending, now);
    }

    List<WriterCore> cores() {
        return writers.stream().map(Writer::core).toList();
    }

    int rows() {
        return writers.stream().mapToInt(w -> w.core().queue().rows()).sum();
    }

    int bound() {
        return writers.stream().mapToInt(w -> w.core().queue().bound()).sum();
    }

    long bytes() {
        return writers.stream().mapToLong(w -> w.core().queue().bytes()).sum();
    }

    long busyFor(long now) {
        return writers.stream().mapToLong(w -> w.core().busyFor(now)).max().orElse(0);
    }

    /** @param lastCall for what each has sent to the database when the time is over */
    void drain(TimeLeft left, Duration lastCall) throws InterruptedException {
        writers.forEach(Writer::stopTaking);
        for (Writer writer : writers) {
            writer.drain(left.now().plus(lastCall), lastCall);
        }
    }
}
