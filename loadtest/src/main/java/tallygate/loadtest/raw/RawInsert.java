package tallygate.loadtest.raw;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import tallygate.loadtest.measure.CpuUse;
import tallygate.loadtest.measure.CpuWatch;
import tallygate.loadtest.measure.LatencySummary;

/**
 * The raw loop: so many connections, each inserting so many rows by one server-prepared statement, committed before the next.
 * It writes to a copy of the table, made for the run and dropped after it.
 */
public final class RawInsert {
    /** @param varied columns that differ from row to row besides the unique ones */
    public record Plan(String table, Set<String> varied, int connections, int batch, Duration warmup, Duration window) {
        public Plan {
            varied = Set.copyOf(varied);
            if (connections < 1 || batch < 1 || batch > 1024) {
                throw new IllegalArgumentException(
                        "needs connections from 1 and a batch of 1..1024, got " + connections + " and " + batch);
            }
        }
    }

    /** How to reach the database. */
    public record Database(String url, String user, String password) {
        @Override
        public String toString() {
            return "Database[url=" + url + ", user=" + user + "]";
        }
    }

    /**
     * What the loop came to.
     *
     * @param commitMicros from sending a batch to the return of its commit
     */
    public record Result(
            int connections,
            int batch,
            double seconds,
            long rows,
            double perSecond,
            LatencySummary commitMicros,
            CpuUse cpu,
            double databaseMicros,
            double clientMicros) {}

    private static final String SETTINGS = "useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSqlLimit=262144"
        + "&useLocalSessionState=true&cacheServerConfiguration=true&elideSetAutoCommits=true&maintainTimeStats=false"
        + "&connectionTimeZone=UTC&forceConnectionTimeZoneToSession=true";

    private final Database database;
    private final CpuWatch cpu;
    private final LongSupplier nanos;

    /** @param cpu watches the processes {@code database} and {@code generator} (this one) */
    public RawInsert(Database database, CpuWatch cpu, LongSupplier nanos) {
        this.database = database;
        this.cpu = cpu;
        this.nanos = nanos;
    }

    public Result run(Plan plan) throws SQLException, IOException, InterruptedException {
        String copy = plan.table() + "_raw";
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + copy);
            TableShape shape = TableShape.of(connection, plan.table(), plan.varied());
            statement.execute("CREATE TABLE " + copy + " LIKE " + plan.table());
            try {
                return measure(plan, shape, copy);
            } finally {
                statement.execute("DROP TABLE " + copy);
            }
        }
    }

    private Result measure(Plan plan, TableShape shape, String copy) throws IOException, InterruptedException {
        long start = nanos.getAsLong();
        long from = start + plan.warmup().toNanos();
        long end = from + plan.window().toNanos();
        var numbers = new AtomicLong();
        var writers = new ArrayList<Future<Histogram>>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int i = 0; i < plan.connections(); i++) {
                writers.add(threads.submit(
                        writer(shape, shape.insert(copy, plan.batch()), plan.batch(), numbers, from, end)));
            }
            try {
                sleepUntil(from);
                CpuWatch.Reading before = cpu.read();
                sleepUntil(end);
                CpuUse use = before.until(cpu.read());
                return result(plan, writers, use);
            } catch (ExecutionException e) {
                throw new IOException("a raw writer broke: " + e.getCause(), e.getCause());
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** Inserts until the end; tells the commit times of the batches that ended inside the window. */
    private Callable<Histogram> writer(
            TableShape shape, String insert, int batch, AtomicLong numbers, long from, long end) {
        return () -> {
            var binder = new RowBinder(shape);
            var micros = new Histogram(1, 600_000_000, 3);
            try (Connection connection = connect();
                    PreparedStatement statement = connection.prepareStatement(insert)) {
                for (long now = nanos.getAsLong();
                        now < end && !Thread.currentThread().isInterrupted(); ) {
                    binder.bind(statement, numbers.getAndAdd(batch), batch);
                    long sent = nanos.getAsLong();
                    statement.executeUpdate();
                    now = nanos.getAsLong();
                    if (now >= from && now < end) {
                        micros.recordValue(Math.clamp((now - sent) / 1000, 1, 600_000_000));
                    }
                }
            }
            return micros;
        };
    }

    private static Result result(Plan plan, List<Future<Histogram>> writers, CpuUse use)
            throws ExecutionException, InterruptedException {
        var micros = new Histogram(1, 600_000_000, 3);
        for (Future<Histogram> writer : writers) {
            micros.add(writer.get());
        }
        long rows = micros.getTotalCount() * plan.batch();
        return new Result(
                plan.connections(),
                plan.batch(),
                use.seconds(),
                rows,
                Math.round(10 * rows / use.seconds()) / 10.0,
                LatencySummary.of(micros),
                use,
                use.microsEach("database", rows),
                use.microsEach("generator", rows));
    }

    private void sleepUntil(long until) throws InterruptedException {
        for (long left = until - nanos.getAsLong(); left > 0; left = until - nanos.getAsLong()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    private Connection connect() throws SQLException {
        var login = new Properties();
        login.setProperty("user", database.user());
        login.setProperty("password", database.password());
        String url = database.url();
        Connection connection = DriverManager.getConnection(url + (url.contains("?") ? "&" : "?") + SETTINGS, login);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        return connection;
    }
}
