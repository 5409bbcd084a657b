package tallygate.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;
import tallygate.callback.guard.EffectGuard;
import tallygate.callback.guard.Once;
import tallygate.callback.guard.RedisSeenKeys;
import tallygate.gateway.mysql.TestDatabases;

/** Key and effect in one transaction, on the real database; with Redis in front, measured. */
class EffectGuardTest {
    private static final TestDatabases.TestDatabase DATABASE = TestDatabases.embedded();

    private final AtomicInteger connections = new AtomicInteger();
    private final DataSource source = source();
    private final EffectGuard guard = EffectGuard.on("applied_effect");

    /** Counts what goes to the database. */
    private DataSource source() {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (_, method, _) -> {
                    if (!method.getName().equals("getConnection")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    connections.incrementAndGet();
                    return DATABASE.connect();
                });
    }

    @BeforeEach
    void tables() throws SQLException {
        execute("DROP TABLE IF EXISTS applied_effect, coupon");
        execute("CREATE TABLE applied_effect (idempotency_key VARBINARY(128) NOT NULL PRIMARY KEY,"
                + " applied_at DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)))");
        execute("CREATE TABLE coupon (id BIGINT AUTO_INCREMENT PRIMARY KEY, customer VARCHAR(32))");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long coupons() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT COUNT(*) FROM coupon")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void coupon(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO coupon (customer) VALUES ('anna')");
        }
    }

    @Test
    void anEffectIsAppliedOnceHoweverOftenAndByHoweverManyItIsAskedFor() throws Exception {
        List<Callable<Once>> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add(() -> guard.once(source, "shop:paid:pi_1", EffectGuardTest::coupon));
        }
        int applied = 0;
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (Future<Once> call : threads.invokeAll(calls)) {
                applied += call.get() == Once.APPLIED ? 1 : 0;
            }
        }
        assertThat(applied).isEqualTo(1);
        assertThat(coupons()).isEqualTo(1);
    }

    @Test
    void anEffectThatFailsTakesItsKeyBackSoThatTheNextTryAppliesIt() throws SQLException {
        assertThatThrownBy(() -> guard.once(source, "k", connection -> {
                    coupon(connection);
                    throw new IllegalStateException("the process died here");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(coupons()).isZero();
        assertThat(guard.once(source, "k", EffectGuardTest::coupon)).isEqualTo(Once.APPLIED);
        assertThat(coupons()).isEqualTo(1);
    }

    @Test
    void inTheCallersTransactionAFailedEffectCanBeLivedWith() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> guard.inside(connection, "k", _ -> {
                        throw new IllegalStateException("no");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            connection.commit();
        }
        assertThat(guard.once(source, "k", EffectGuardTest::coupon)).isEqualTo(Once.APPLIED);
    }

    @Test
    void withoutATransactionItRefusesToWork() throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> guard.inside(connection, "k", EffectGuardTest::coupon))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(coupons()).isZero();
    }

    @Test
    void withRedisInFrontDuplicatesDoNotReachTheDatabaseAndWithoutItNothingIsAppliedTwice(@TempDir Path folder)
            throws SQLException, IOException {
        Optional<RedisServer> server = RedisServer.start(folder);
        assumeTrue(server.isPresent(), "no Redis here: Debian's redis-server is not installed");
        try (RedisServer redis = server.get();
                RedisClient client = redis.client()) {
            EffectGuard both = guard.behind(new RedisSeenKeys(client, "seen:", Duration.ofHours(24)));
            long plain = deliverTenfold(guard, "a");
            long doubled = deliverTenfold(both, "b");
            System.out.printf( // console
                    "guard: 100 effects, each 10 times: %d transactions with the unique index alone, %d with Redis in"
                            + " front%n",
                    plain, doubled);
            assertThat(plain).isEqualTo(1_000);
            assertThat(doubled).isEqualTo(100);
            client.flushAll();
            assertThat(both.once(source, "b0", EffectGuardTest::coupon))
                    .as("Redis forgot, the index did not")
                    .isEqualTo(Once.BEFORE);
            redis.close();
            assertThat(both.once(source, "b1", EffectGuardTest::coupon))
                    .as("Redis is away")
                    .isEqualTo(Once.BEFORE);
            assertThat(coupons()).isEqualTo(200);
        }
    }

    private long deliverTenfold(EffectGuard by, String prefix) throws SQLException {
        int before = connections.get();
        for (int copy = 0; copy < 10; copy++) {
            for (int effect = 0; effect < 100; effect++) {
                by.once(source, prefix + effect, EffectGuardTest::coupon);
            }
        }
        return (long) connections.get() - before;
    }
}
