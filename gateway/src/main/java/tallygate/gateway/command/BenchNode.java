package tallygate.gateway.command;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import tallygate.gateway.ingest.NodeIdentity;
import tallygate.gateway.mysql.DatabaseSettings;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.NodeLease;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.TaskIds;

/** A node in this process, with a leased number: for parts of the gateway that are measured without the rest. */
final class BenchNode implements AutoCloseable {
    /** Longer than any run, so that no heartbeat is needed. */
    private static final Duration TERM = Duration.ofMinutes(30);

    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final int POOL = 16;

    private final MySqlStores stores;
    private final NodeLease lease;
    private final TaskIds ids;

    private BenchNode(MySqlStores stores, NodeLease lease) {
        this.stores = stores;
        this.lease = lease;
        this.ids = new TaskIds(lease.node(), lease.idFloorMillis(), Clock.systemUTC());
    }

    /** @param database has the schema of this version already */
    static BenchNode join(BenchDatabase database) {
        var settings = new DatabaseSettings(
                database.url(), database.user(), database.password(), DatabaseSettings.Timeouts.within(ANSWER), POOL);
        MySqlStores stores = MySqlStores.open(settings, System::nanoTime);
        NodeLease lease = stores.nodes().join(new NodeStore.Introduction("bench", "bench", "bench"), TERM);
        return new BenchNode(stores, lease);
    }

    BenchWriter writer(BenchCpu cpu) {
        return writer(cpu, BenchWriter.After.nothing());
    }

    private BenchWriter writer(BenchCpu cpu, BenchWriter.After after) {
        return new BenchWriter(
                () -> stores.intake("bench", ids::next),
                stores.rejected(),
                new NodeIdentity(ids, lease.incarnation()),
                cpu,
                after);
    }

    BenchLife life(BenchCpu cpu) {
        return new BenchLife(stores.work(), lease.incarnation(), after -> writer(cpu, after));
    }

    BenchWork work(BenchCpu cpu) {
        return new BenchWork(stores.work(), lease.incarnation(), cpu);
    }

    BenchPickup pickup(Instant now) {
        return new BenchPickup(
                new BenchPickup.Node(stores.intake("bench-pickup", ids::next), stores.work(), ids, lease.incarnation()),
                now);
    }

    BenchSaga sagas() {
        return new BenchSaga(stores, lease.incarnation());
    }

    @Override
    public void close() {
        stores.nodes().leave(lease, ids.highWaterMillis());
        stores.close();
    }
}
