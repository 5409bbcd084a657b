package tallygate.gateway.ingest;

import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.task.NewTask;

/** Rows that are committed together, sorted by key, and what has become of the tries so far. */
final class Batch {
    private final List<Group> groups;
    /** Under which incarnation of this node its rows are leased. */
    private final long owner;

    private final boolean isForQuarantine;
    /** Why the database refuses the row, when it goes to quarantine. */
    private final String why;
    /** When a try that may have been committed was sent first: leases began after it. */
    private long sentFirst;

    private boolean isUnknown;
    private int tries;
    private long notBefore;

    Batch(List<Group> groups, long owner, long now) {
        this(groups, owner, false, "", now);
    }

    private Batch(List<Group> groups, long owner, boolean isForQuarantine, String why, long notBefore) {
        this.groups = groups;
        this.owner = owner;
        this.isForQuarantine = isForQuarantine;
        this.why = why;
        this.notBefore = notBefore;
    }

    List<Group> groups() {
        return groups;
    }

    long owner() {
        return owner;
    }

    List<NewTask> tasks() {
        List<NewTask> tasks = new ArrayList<>(groups.size());
        for (Group group : groups) {
            tasks.add(group.task);
        }
        return tasks;
    }

    boolean isForQuarantine() {
        return isForQuarantine;
    }

    String why() {
        return why;
    }

    boolean isUnknown() {
        return isUnknown;
    }

    long sentFirst() {
        return sentFirst;
    }

    int tries() {
        return tries;
    }

    long notBefore() {
        return notBefore;
    }

    void sending(long now) {
        if (!isUnknown) {
            sentFirst = now;
        }
        tries++;
    }

    void endedUnknown() {
        isUnknown = true;
    }

    void again(long notBefore) {
        this.notBefore = notBefore;
    }

    /** The two halves of a batch in which the database refuses a row. */
    List<Batch> halves() {
        int middle = groups.size() / 2;
        return List.of(part(groups.subList(0, middle)), part(groups.subList(middle, groups.size())));
    }

    /** The single row that the database refuses, on its way to quarantine. */
    Batch forQuarantine(String why) {
        Batch batch = new Batch(groups, owner, true, why, notBefore);
        batch.inherit(this);
        return batch;
    }

    private Batch part(List<Group> some) {
        Batch batch = new Batch(new ArrayList<>(some), owner, isForQuarantine, why, notBefore);
        batch.inherit(this);
        return batch;
    }

    private void inherit(Batch whole) {
        sentFirst = whole.sentFirst;
        isUnknown = whole.isUnknown;
    }
}
