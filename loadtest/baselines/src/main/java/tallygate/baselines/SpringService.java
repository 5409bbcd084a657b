package tallygate.baselines;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Verify, parse, insert under a unique key, commit, 200: the job of a callback, on Tomcat with virtual threads, a pool of 16
 * connections, server-prepared statements that are kept, and one statement for each callback that commits by itself.
 */
@SpringBootApplication
public class SpringService {
    private static final String TABLE = """
        CREATE TABLE IF NOT EXISTS baseline_callback (
          id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
          provider VARCHAR(64) NOT NULL,
          event_id VARBINARY(255) NOT NULL,
          order_id VARBINARY(255) NOT NULL,
          amount_minor BIGINT NOT NULL,
          currency VARCHAR(16) NOT NULL,
          status TINYINT NOT NULL DEFAULT 0,
          next_retry_time DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
          payload LONGBLOB NOT NULL,
          UNIQUE KEY uk_event (provider, event_id),
          KEY k_due (status, next_retry_time)
        ) ENGINE = InnoDB
        """;

    /** {@code --url --user --secret --port}; the password comes by the environment. Prints a line when it serves. */
    public static void main(String[] arguments) {
        Arguments given = Arguments.of(arguments);
        var application = new SpringApplication(SpringService.class);
        application.setDefaultProperties(Map.ofEntries(
                Map.entry("server.port", given.text("port")),
                Map.entry("server.address", "127.0.0.1"),
                Map.entry("spring.main.banner-mode", "off"),
                Map.entry("spring.threads.virtual.enabled", "true"),
                Map.entry("spring.datasource.url", given.text("url") + "?" + Arguments.DRIVER_SETTINGS),
                Map.entry("spring.datasource.username", given.text("user")),
                Map.entry("spring.datasource.password", Arguments.password()),
                Map.entry("spring.datasource.hikari.maximum-pool-size", "16"),
                Map.entry("spring.datasource.hikari.minimum-idle", "16"),
                Map.entry("baseline.secret", given.text("secret"))));
        var context = application.run();
        context.getBean(JdbcTemplate.class).execute(TABLE);
        System.out.println("{\"port\":" + given.text("port") + "}"); // console
    }
}
