package tallygate.gateway.mysql;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tallygate.gateway.alert.AlertLedger;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.BulkStore;
import tallygate.gateway.desk.ChainStore;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.PayloadVault;
import tallygate.gateway.desk.RevocationStore;
import tallygate.gateway.identity.IdentityStore;
import tallygate.gateway.identity.Repeats;
import tallygate.gateway.identity.TokenStore;
import tallygate.gateway.identity.oidc.AttemptStore;
import tallygate.gateway.reconcile.FetchStore;
import tallygate.gateway.reconcile.FundStore;
import tallygate.gateway.reconcile.GapStore;
import tallygate.gateway.reconcile.OrderStore;
import tallygate.gateway.reconcile.QuestionStore;
import tallygate.gateway.reconcile.StatementStore;
import tallygate.gateway.saga.DefinitionShelf;
import tallygate.gateway.saga.MeasuredTimeouts;
import tallygate.gateway.saga.SagaDesk;
import tallygate.gateway.saga.SagaStore;
import tallygate.gateway.saga.SagaWatch;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.ArrivalStore;
import tallygate.gateway.task.CopyStore;
import tallygate.gateway.task.DiscrepancyStore;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.ProbeStore;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.RetentionStore;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskImport;
import tallygate.gateway.task.WorkStore;

/**
 * All stores on one MySQL or MariaDB database. Opening connects nowhere yet: a gateway starts without its database and finds it
 * when it comes.
 */
public final class MySqlStores implements AutoCloseable {
    private static final Duration WORK_TIMEOUT = Duration.ofSeconds(5);

    private final DatabaseSettings settings;
    private final Connector connector;
    private final LongSupplier nanos;
    private final Pool pool;
    private final Lanes lanes;
    private final PayloadKeys keys;
    private final PayloadSeal seal;
    private final List<HeldConnection> held = new CopyOnWriteArrayList<>();
    private volatile Runnable lost = () -> {};

    private MySqlStores(DatabaseSettings settings, WrappingKeys wrapping, LongSupplier nanos) {
        this.settings = settings;
        this.nanos = nanos;
        this.connector = new Connector(settings);
        this.pool = new Pool(settings, connector);
        this.lanes = new Lanes(pool);
        this.keys = new PayloadKeys(wrapping, pool);
        this.seal = new PayloadSeal(keys);
    }

    /** @param nanos a monotonic clock, for pauses between connection attempts */
    public static MySqlStores open(DatabaseSettings settings, LongSupplier nanos) {
        return new MySqlStores(settings, WrappingKeys.NONE, nanos);
    }

    /** The same; what tasks, refused requests and conflicts hold is sealed with keys that these wrap. */
    public static MySqlStores open(DatabaseSettings settings, WrappingKeys wrapping, LongSupplier nanos) {
        return new MySqlStores(settings, wrapping, nanos);
    }

    public PayloadVault vault() {
        return new MySqlPayloadVault(pool, keys, seal);
    }

    /** Brings the schema to this version. @return how many steps were made */
    public int migrate() {
        return Migrations.apply(pool.source());
    }

    /**
     * An intake with a connection of its own, for one writer.
     *
     * @param newIds for a row whose id turns out to be in use
     */
    public IntakeStore intake(String writer, Supplier<TaskId> newIds) {
        return new MySqlIntakeStore(hold(writer, settings.writerTimeout()), lanes, newIds, seal);
    }

    /** A work store with two connections of its own, for one node. */
    public WorkStore work() {
        return new MySqlWorkStore(
                new Claimer(hold("claimer", WORK_TIMEOUT).inTransactions(), lanes, seal),
                new Completer(hold("completer", WORK_TIMEOUT)),
                new TakeOver(pool, seal));
    }

    public byte[] resultKey() {
        return ResultKey.of(pool);
    }

    public LaneStore lanes() {
        return new MySqlLaneStore(pool, lanes);
    }

    /** For tasks that the shop makes itself: takes calls of many threads at once. */
    public IntakeStore shopIntake(Supplier<TaskId> newIds) {
        return new MySqlIntakeStore(pool, lanes, newIds, seal);
    }

    public ArrivalStore arrivals() {
        return new MySqlArrivalStore(pool);
    }

    public ProbeStore probes() {
        return new MySqlProbeStore(pool);
    }

    public CopyStore copies() {
        return new MySqlCopyStore(pool);
    }

    public RejectedStore rejected() {
        return new MySqlRejectedStore(pool, seal);
    }

    public SagaStore sagas() {
        return new MySqlSagaStore(pool);
    }

    public DefinitionShelf definitions() {
        return new MySqlDefinitionShelf(pool);
    }

    public MeasuredTimeouts.Changes timeoutChanges() {
        return new MySqlTimeoutChanges(pool);
    }

    public SagaWatch sagaWatch() {
        return new MySqlSagaWatch(pool);
    }

    public SagaDesk sagaDesk() {
        return new MySqlSagaDesk(pool);
    }

    public NodeStore nodes() {
        return new MySqlNodeStore(pool);
    }

    public AdminStore admin() {
        return new MySqlAdminStore(pool, seal);
    }

    public GapStore gaps() {
        return new MySqlGapStore(pool);
    }

    public FundStore funds() {
        return new MySqlFundStore(pool);
    }

    public OrderStore orders() {
        return new MySqlOrderStore(pool);
    }

    public FetchStore fetches() {
        return new MySqlFetchStore(pool);
    }

    public QuestionStore questions() {
        return new MySqlQuestionStore(pool);
    }

    public TaskImport taskImport() {
        return new MySqlTaskImport(pool);
    }

    public RetentionStore retention() {
        return new MySqlRetentionStore(pool);
    }

    public StatementStore statements() {
        return new MySqlStatementStore(pool);
    }

    public DiscrepancyStore discrepancies() {
        return new MySqlDiscrepancyStore(pool);
    }

    public IdentityStore identity() {
        return new MySqlIdentityStore(pool);
    }

    public AttemptStore attempts() {
        return new MySqlAttemptStore(pool);
    }

    public TokenStore tokens() {
        return new MySqlTokenStore(pool);
    }

    public ApprovalStore approvals() {
        return new MySqlApprovalStore(pool, seal);
    }

    public BulkStore bulk() {
        return new MySqlBulkStore(pool);
    }

    public RevocationStore revocations() {
        return new MySqlRevocationStore(pool);
    }

    public ChainStore chain() {
        return new MySqlChainStore(pool);
    }

    public DeskStore desk() {
        return new MySqlDeskStore(pool, seal);
    }

    public Repeats repeats() {
        return new MySqlRepeats(pool);
    }

    /**
     * Looks at the server: durability, isolation, time, schema, plans.
     *
     * @param clock this node's, to tell how far it is off the database's
     */
    public List<Finding> check(InstantSource clock) {
        return pool.run("check", Transactor.Mode.READ, session -> new DatabaseChecks(session).run(clock));
    }

    /** Of that, the plans of the statements that run all the time. */
    public List<Finding> plans() {
        return pool.run("plans", Transactor.Mode.READ, PlanChecks::plans);
    }

    /** The same, with what the tables show of how they are used. */
    public Evidence evidence(InstantSource clock) {
        return pool.run("evidence", Transactor.Mode.READ, session -> new EvidenceQueries(session).run(clock));
    }

    /** @param incarnation of the node that speaks */
    public AlertLedger alertLedger(long incarnation) {
        return new MySqlAlertLedger(pool, incarnation);
    }

    /** What a database holds that was brought back from a backup. */
    public Restored restored() {
        return pool.run("restored", Transactor.Mode.READ, session -> new RestoredQueries(session).run());
    }

    public MySqlAccounts accounts() {
        return new MySqlAccounts(pool);
    }

    /** Connections of the pool that are in use now. */
    public int busyConnections() {
        return pool.busy();
    }

    /** Requests that wait for a connection of the pool now. */
    public int waitingForConnections() {
        return pool.waiting();
    }

    /**
     * Called whenever a connection of a part's own breaks. The claimer asks several times a second, so a server that died is
     * noticed that soon, and before the next server is asked.
     */
    public void whenConnectionIsLost(Runnable told) {
        lost = told;
    }

    private HeldConnection hold(String name, Duration socketTimeout) {
        HeldConnection connection = new HeldConnection(name, connector, socketTimeout, nanos, () -> lost.run());
        held.add(connection);
        return connection;
    }

    /** Closes all connections; stores that were handed out fail from then on. */
    @Override
    public void close() {
        held.forEach(HeldConnection::close);
        pool.close();
    }
}
