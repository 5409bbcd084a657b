package tallygate.config;

import java.time.Duration;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/**
 * The database and how many connections it gets.
 *
 * @param poolSize connections of this node, the writers' among them
 * @param writers dedicated connections that insert callbacks
 * @param connectTimeout to a connection that works
 * @param statementTimeout of the intake's statements; below the answer deadline, so that a hung database is noticed in time
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
                    Kinds.integer(4, 500),
                    "Connections of this node: writers, claimer, completer, and what the console needs.",
                    "本节点的连接数：写入、领取、完成以及控制台所需。")
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
                    Kinds.duration("250ms", "30s"),
                    "Time to get a connection that works.",
                    "取得可用连接的时限。")
            .or("2s")
            .atRestart();
    private static final Key<Duration> STATEMENT_TIMEOUT = Key.of(
                    "statement-timeout",
                    Kinds.duration("250ms", "30s"),
                    "Time for one statement of the intake. Must be below the answer deadline.",
                    "接收环节单条语句的时限，必须小于应答时限 answer-deadline。")
            .or("2s")
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
        new Rules()
                .must(
                        poolSize >= writers + 3,
                        "pool-size (" + poolSize + ") must be at least writers + 3 (" + (writers + 3) + ")",
                        "pool-size",
                        "writers")
                .hold();
    }

    public boolean isEmbedded() {
        return location instanceof Location.Embedded;
    }

    /** The embedded server with the defaults. */
    public static DatabaseConfig standard() {
        return Section.defaults(GROUP, DatabaseConfig::from);
    }

    static DatabaseConfig from(Section section) {
        Location location = location(section);
        int poolSize = section.value(POOL_SIZE);
        int writers = section.value(WRITERS);
        Duration connectTimeout = section.value(CONNECT_TIMEOUT);
        Duration statementTimeout = section.value(STATEMENT_TIMEOUT);
        return section.make(
                () -> new DatabaseConfig(location, poolSize, writers, connectTimeout, statementTimeout),
                DatabaseConfig::standard);
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
