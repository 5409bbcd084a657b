package tallygate.gateway.task;

import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * All stores in memory, for tests and the simulation. Deterministic: the clock is handed in and plays the database's clock, and
 * routes are served in a fixed order. Passes the same contract as the real one.
 */
public final class InMemoryStore
        implements IntakeStore, WorkStore, LaneStore, ArrivalStore, RejectedStore, NodeStore, AdminStore {
    /** Where a fault can be planted. */
    public enum Call {
        INSERT,
        QUARANTINE,
        RELEASE,
        CLAIM,
        APPLY,
        RENEW
    }

    /** What keeps statements from harm. Removed by tests that must see what happens then. */
    public enum Guard {
        EPOCH,
        STATUS,
        /** The look-up of own ids by id, account and event id: by the id alone it finds another event's row. */
        OWN_ID_UNDER_OWN_KEY,
        /** A claim in order looks for an older unfinished task of the key. */
        ORDER,
        /** A success on a probed route is noted to be asked about. */
        PROBE,
        WAIT_IS_NO_TRY,
        WAIT_TAKES_START_BACK,
        RETENTION_ENDED,
        RETENTION_AGE
    }

    /** Another content under a stored event's id. */
    public record StoredConflict(TaskId task, NewTask other) {}

    private final MemoryTasks tasks;
    private final MemoryIntake intake;
    private final MemoryWork work;
    private final MemoryAdmin admin;
    private final MemoryRejected rejected;
    private final MemoryNodes nodes;
    private final MemoryLanes lanes;
    private final MemoryProbes probes;
    private final MemoryRetention retention;
    private final PlantedFaults faults = new PlantedFaults();

    public InMemoryStore(InstantSource clock) {
        var spareIds = new TaskIds(TaskIds.NODE_MAX, 0, clock);
        tasks = new MemoryTasks(clock);
        intake = new MemoryIntake(tasks, spareIds::next);
        probes = new MemoryProbes(tasks);
        retention = new MemoryRetention(tasks);
        work = new MemoryWork(tasks, probes);
        admin = new MemoryAdmin(tasks);
        rejected = new MemoryRejected(clock, admin);
        nodes = new MemoryNodes(clock);
        lanes = new MemoryLanes(clock, admin);
    }

    /** The next such call throws; with {@code isAfterCommit} only after it has done its work, as a lost connection may. */
    public synchronized void failNext(Call call, StoreException.Kind kind, boolean isAfterCommit) {
        faults.plant(call, kind, isAfterCommit);
    }

    public synchronized void without(Guard guard) {
        work.without(guard);
        tasks.isOrderForgotten |= guard == Guard.ORDER;
        intake.without(guard);
        retention.without(guard);
    }

    public MemoryRetention retention() {
        return retention;
    }

    /** From now on such rows are refused by insert, until they come through quarantine. */
    public synchronized void refuse(Predicate<NewTask> rows) {
        intake.refuse(rows);
    }

    /** The database server is another one from now on. */
    public synchronized void server(String identity) {
        nodes.server(identity);
    }

    public synchronized List<TaskRow> rows() {
        return tasks.all().stream().map(MemoryRow::view).toList();
    }

    public synchronized List<StoredConflict> conflicts() {
        return intake.conflicts();
    }

    private <T> T call(Call call, Supplier<T> body) {
        return faults.call(call, body);
    }

    @Override
    public synchronized List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
        return call(Call.INSERT, () -> intake.insert(batch, owner, lease));
    }

    @Override
    public synchronized Insertion quarantine(NewTask task, String why) {
        return call(Call.QUARANTINE, () -> intake.quarantine(task, why));
    }

    @Override
    public synchronized List<Insertion> release(List<TaskId> ids, long owner) {
        return call(Call.RELEASE, () -> intake.release(ids, owner));
    }

    @Override
    public synchronized List<Insertion> find(List<TaskId> ids) {
        return call(Call.RELEASE, () -> intake.find(ids));
    }

    @Override
    public synchronized List<LeasedTask> claim(
            Scan scan, Set<String> routes, int limit, long owner, Duration lease, boolean whole) {
        return call(Call.CLAIM, () -> tasks.claim(scan, routes, limit, owner, lease));
    }

    @Override
    public synchronized List<LeasedTask> claimInOrder(
            String route, Ordering ordering, int limit, long owner, Duration lease, boolean whole) {
        return call(Call.CLAIM, () -> tasks.claimInOrder(route, ordering, limit, owner, lease));
    }

    @Override
    public synchronized void wakeNext(String route, String bizId) {
        tasks.wakeNext(route, bizId);
    }

    @Override
    public synchronized Set<Lease> apply(List<Move> moves) {
        return call(Call.APPLY, () -> work.apply(moves));
    }

    @Override
    public synchronized Set<Lease> renew(List<Lease> leases, Duration lease) {
        return call(Call.RENEW, () -> work.renew(leases, lease));
    }

    @Override
    public synchronized TakenOver takeOver(
            TaskId id, Set<String> routes, Optional<Answered> answered, long owner, Duration lease) {
        return call(Call.CLAIM, () -> work.takeOver(id, routes, answered, admin.isTouched(id), owner, lease));
    }

    /** Somebody is still to be asked about a task. */
    public synchronized boolean isAsking() {
        return probes.isAsking();
    }

    /** As retention does it: the row stays, its content does not. */
    public synchronized void empty(TaskId task) {
        tasks.find(task).orElseThrow().isEmptied = true;
    }

    public ProbeStore probes() {
        return probes;
    }

    @Override
    public synchronized int arrived(String bizId, Optional<String> route) {
        return tasks.arrived(bizId, route);
    }

    @Override
    public synchronized List<LaneRow> lanes() {
        return lanes.lanes();
    }

    @Override
    public synchronized boolean pause(String route, Actor actor, String why) {
        return lanes.pause(route, actor, why);
    }

    @Override
    public synchronized boolean pauseVersion(String route, String version, Actor actor, String why) {
        return lanes.pauseVersion(route, version, actor, why);
    }

    @Override
    public synchronized boolean resume(String route, Actor actor, String why) {
        return lanes.resume(route, actor, why);
    }

    @Override
    public synchronized boolean order(String route, boolean isOrdered, Actor actor, String why) {
        return lanes.order(route, isOrdered, actor, why);
    }

    @Override
    public synchronized Optional<TaskRow> find(TaskId id) {
        return admin.find(id);
    }

    @Override
    public synchronized Optional<TaskContent> content(TaskId id) {
        return admin.content(id);
    }

    @Override
    public synchronized List<TaskRow> list(TaskQuery query) {
        return admin.list(query);
    }

    @Override
    public synchronized Walked walk(TaskQuery query) {
        return admin.walk(query);
    }

    @Override
    public synchronized Changed change(StateChange change) {
        return admin.change(change);
    }

    @Override
    public synchronized Changed release(TaskId id, Actor actor, String reason) {
        return admin.release(id, actor, reason);
    }

    @Override
    public synchronized void audit(Actor actor, String action, String objectType, String objectId, String reason) {
        admin.audit(actor, action, objectType, objectId, reason);
    }

    @Override
    public synchronized List<AuditRow> auditLog(long before, int limit) {
        return admin.auditLog(before, limit);
    }

    @Override
    public synchronized TaskCounts counts() {
        return admin.counts();
    }

    @Override
    public synchronized List<Kept> keep(List<Rejection> batch, Caps caps) {
        return rejected.keep(batch, caps);
    }

    @Override
    public synchronized Optional<RejectedRequest> find(long id) {
        return rejected.find(id);
    }

    @Override
    public synchronized List<RejectedRequest> list(String endpoint, long before, int limit) {
        return rejected.list(endpoint, before, limit);
    }

    @Override
    public synchronized boolean markVerifiedAgain(long id, String result, Actor actor) {
        return rejected.markVerifiedAgain(id, result, actor);
    }

    @Override
    public synchronized List<Tally> tallies(LocalDate day) {
        return rejected.tallies(day);
    }

    @Override
    public synchronized int purge(int limit) {
        return rejected.purge(limit);
    }

    @Override
    public synchronized NodeLease join(Introduction introduction, Duration term) {
        return nodes.join(introduction, term);
    }

    @Override
    public synchronized Beat beat(NodeLease lease, Pulse pulse, Duration term) {
        return nodes.beat(lease, pulse, term);
    }

    @Override
    public synchronized void leave(NodeLease lease, long idHighWaterMillis) {
        nodes.leave(lease, idHighWaterMillis);
    }

    @Override
    public synchronized List<NodeRow> nodes() {
        return nodes.nodes();
    }
}
