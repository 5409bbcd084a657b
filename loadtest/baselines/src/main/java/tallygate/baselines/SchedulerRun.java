package tallygate.baselines;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.jdbc.MySQL8JdbcCustomization;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tallygate.loadtest.measure.CpuUse;
import tallygate.loadtest.measure.CpuWatch;
import tallygate.loadtest.measure.Json;

/**
 * db-scheduler with the settings that were its best: lock and fetch, 64 threads, refilled from half of them up to six times as many.
 * Executes prepared tasks that do nothing, and prints how many a second and what each cost.
 */
public final class SchedulerRun {
    private static final int BATCH = 500;
    private static final int THREADS = 64;
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private static final List<String> TABLE = List.of("DROP TABLE IF EXISTS scheduled_tasks", """
        CREATE TABLE scheduled_tasks (
          task_name VARCHAR(100) NOT NULL, task_instance VARCHAR(100) NOT NULL, task_data BLOB,
          execution_time TIMESTAMP(6) NOT NULL, picked BOOLEAN NOT NULL, picked_by VARCHAR(50),
          last_success TIMESTAMP(6) NULL, last_failure TIMESTAMP(6) NULL, consecutive_failures INT,
          last_heartbeat TIMESTAMP(6) NULL, version BIGINT NOT NULL, priority SMALLINT,
          PRIMARY KEY (task_name, task_instance),
          INDEX execution_time_idx (execution_time), INDEX last_heartbeat_idx (last_heartbeat)
        ) ENGINE = InnoDB\
        """);

    private SchedulerRun() {}

    /** {@code --url --user --tasks --database-pid}. */
    public static void main(String[] arguments) throws SQLException, IOException, InterruptedException {
        Arguments given = Arguments.of(arguments);
        int tasks = given.number("tasks");
        try (HikariDataSource source = source(given)) {
            for (String statement : TABLE) {
                execute(source, statement);
            }
            var done = new CountDownLatch(tasks);
            OneTimeTask<Void> nothing = Tasks.oneTime("nothing").execute((instance, context) -> done.countDown());
            Scheduler scheduler = Scheduler.create(source, nothing)
                    .jdbcCustomization(new MySQL8JdbcCustomization(true))
                    .pollUsingLockAndFetch(0.5, 6.0)
                    .pollingInterval(Duration.ofMillis(50))
                    .threads(THREADS)
                    .build();
            prepare(scheduler, nothing, tasks);
            System.out.println(Json.line(run(scheduler, done, tasks, given))); // console
            execute(source, "DROP TABLE scheduled_tasks");
        }
    }

    private static void prepare(Scheduler scheduler, OneTimeTask<Void> task, int tasks) {
        Instant due = Instant.now().minusSeconds(60);
        for (int first = 0; first < tasks; first += BATCH) {
            List<TaskInstance<?>> batch = new ArrayList<>();
            for (int i = first; i < Math.min(tasks, first + BATCH); i++) {
                batch.add(task.instance("i" + i));
            }
            scheduler.scheduleBatch(batch, due);
        }
    }

    private static Map<String, Object> run(Scheduler scheduler, CountDownLatch done, int tasks, Arguments given)
            throws IOException, InterruptedException {
        var pids = new LinkedHashMap<String, Long>();
        pids.put("application", ProcessHandle.current().pid());
        int database = given.number("database-pid");
        if (database > 0) {
            pids.put("database", (long) database);
        }
        var watch = new CpuWatch(pids, System::nanoTime);
        CpuWatch.Reading before = watch.read();
        scheduler.start();
        boolean all = done.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
        CpuUse use = before.until(watch.read());
        scheduler.stop();
        long executed = tasks - done.getCount();
        return Map.of(
                "perSecond", Math.round(executed / use.seconds()),
                "databaseMicros", use.microsEach("database", executed),
                "applicationMicros", use.microsEach("application", executed),
                "othersCores", use.othersCores(),
                "complete", all);
    }

    private static void execute(HikariDataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static HikariDataSource source(Arguments given) {
        var config = new HikariConfig();
        config.setJdbcUrl(given.text("url") + "?rewriteBatchedStatements=true&" + Arguments.DRIVER_SETTINGS);
        config.setUsername(given.text("user"));
        config.setPassword(Arguments.password());
        config.setMaximumPoolSize(32);
        return new HikariDataSource(config);
    }
}
