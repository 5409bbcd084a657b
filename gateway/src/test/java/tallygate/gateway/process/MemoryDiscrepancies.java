package tallygate.gateway.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyMove;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.DiscrepancyRow;
import tallygate.gateway.task.DiscrepancyStore;

/** Remembers what was opened. */
final class MemoryDiscrepancies implements DiscrepancyStore {
    private final List<DiscrepancyFinding> opened = new ArrayList<>();

    synchronized List<DiscrepancyFinding> opened() {
        return List.copyOf(opened);
    }

    @Override
    public synchronized Opened open(DiscrepancyFinding finding) {
        opened.add(finding);
        return new Opened.Fresh(opened.size());
    }

    @Override
    public Moved move(long id, int seenVersion, DiscrepancyMove move, Actor actor) {
        return new Moved.Missing();
    }

    @Override
    public boolean explain(String source, String reference, String kind, String how) {
        return false;
    }

    @Override
    public Optional<DiscrepancyRow> find(long id) {
        return Optional.empty();
    }

    @Override
    public List<DiscrepancyRow> list(DiscrepancyQuery query) {
        return List.of();
    }

    @Override
    public List<Count> counts() {
        return List.of();
    }
}
