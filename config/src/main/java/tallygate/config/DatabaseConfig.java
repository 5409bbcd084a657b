package tallygate.config;

import java.time.Duration;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/**
 * The database and how many connections it gets.
 *
 * @param poolSize connections besides the dedicated ones, for everything that is not hot
 * @param writers dedicated connections that insert callbacks
 * @param connectTimeout for a connection to be made
 * @param statementTimeout for the answer to a statement of the pool
 */
public record DatabaseConfig(
        Location location, int poolSize, int writers, Duration connectTimeout, Duration statementTimeout) {
    /** Where the database is. */
    public sealed interface Location {
        /** A server that the gateway starts itself, with its data under the data directory. */
        record Embedded() implements Location {}

        /**
         * A server of the operator's.
         *
         * @param url {@code jdbc:mysql://HOST:PORT/NAME}
         */
        record External(String url, String username, Secret password) implements Location {}
    }

    private static final Key<JdbcUrl> URL = Key.of(
                    "url",
                    JdbcUrl.KIND,
                    "The MySQL or MariaDB database. User and password stand in their own keys.",
                    "MySQL 或 MariaDB 数据库。用户名和密码另有专门的键。")
            .orAbsent("embedded MariaDB under data-dir", "使用 data-dir 下的内嵌 MariaDB")
            .atRestart();
    private static final Key<String> USERNAME = Key.of("username", Kinds.line(128), "The database user.", "数据库用户。")
            .orAbsent("required with url", "写了 url 时必填")
            .atRestart();
    private static final Key<Secret> PASSWORD = Key.of(
                    "password", Kinds.secretOrEmpty(), "The user's password.", "该用户的密码。")
            .orAbsent("none", "无")
            .atRestart();
    private static final Key<Integer> POOL_SIZE = Key.of(
                    "pool-size",
                    Kinds.integer(2, 500),
                    "Connections of this node for everything that is not hot, besides the dedicated ones of writers"
                            + " and worker.",
                    "本节点用于非热点操作的连接数，不含写入和工作线程的专用连接。")
            .or("10")
            .atRestart();
    private static final Key<Integer> WRITERS = Key.of(
                    "writers",
                    Kinds.integer(1, 8),
                    "Connections that insert callbacks. One carries tens of thousands of rows a second.",
                    "写入回调的连接数。一个连接每秒即可写入数万行。")
            .or("1")
            .atRestart();

    private static final Key<Duration> CONNECT_TIMEOUT = Key.of(
                    "connect-timeout",
                    Kinds.duration("100ms", "30s"),
                    "Time for a connection to be made. A writer never waits longer than two thirds of the answer"
                            + " deadline.",
                    "建立连接的时限。写入连接的等待不会超过应答时限的三分之二。")
            .or("2s")
            .atRestart();
    private static final Key<Duration> STATEMENT_TIMEOUT = Key.of(
                    "statement-timeout",
                    Kinds.duration("1s", "10m"),
                    "Time for the database to answer a statement that is not hot (console, reports, upkeep). After it"
                            + " the connection is given up. Writers and worker have shorter times of their own.",
                    "数据库应答非热点语句（控制台、报表、维护）的时限，超时放弃该连接。写入和工作线程另有更短的时限。")
            .or("30s")
            .atRestart();

    static final Group GROUP = Group.of(
                    "database",
                    "The database. Without url the gateway starts its own MariaDB under data-dir.",
                    "数据库。不写 url 时网关在 data-dir 下启动自带的 MariaDB。",
                    URL,
                    USERNAME,
                    PASSWORD,
                    POOL_SIZE,
                    WRITERS,
                    CONNECT_TIMEOUT,
                    STATEMENT_TIMEOUT)
            .hint("user", "write username");

    public DatabaseConfig {
        if (poolSize < 2 || writers < 1) {
            throw new IllegalArgumentException("a pool of " + poolSize + " with " + writers + " writers cannot work");
        }
    }

    public boolean isEmbedded() {
        return location instanceof Location.Embedded;
    }

    /** The embedded server with the defaults. */
    public static DatabaseConfig standard() {
        return Section.defaults(GROUP, DatabaseConfig::from);
    }

    static DatabaseConfig from(Section section) {
        return new DatabaseConfig(
                location(section),
                section.value(POOL_SIZE),
                section.value(WRITERS),
                section.value(CONNECT_TIMEOUT),
                section.value(STATEMENT_TIMEOUT));
    }

    private static Location location(Section section) {
        Optional<JdbcUrl> url = section.optional(URL);
        url.map(JdbcUrl::ignored)
                .filter(names -> !names.isEmpty())
                .ifPresent(names -> section.warning(
                        "url",
                        "the parameters " + String.join(", ", names) + " are ignored: the gateway sets them itself"));
        Optional<String> username = section.optional(USERNAME);
        Optional<Secret> password = section.optional(PASSWORD);
        if (!section.isWritten("url")) {
            for (String name : new String[] {"username", "password"}) {
                if (section.isWritten(name)) {
                    section.problem(name, "has no meaning without url: the embedded database makes its own users");
                }
            }
            return new Location.Embedded();
        }
        if (!section.isWritten("username")) {
            section.problem("username", "is missing; it goes with url");
        }
        return new Location.External(
                url.map(JdbcUrl::text).orElse(""), username.orElse(""), password.orElse(new Secret("")));
    }
}
