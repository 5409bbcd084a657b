package tallygate.gateway.mysql;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.StoreException;

/** Brings the schema to this version. Several nodes may do so at once: one does it, the others wait. */
final class Migrations {
    private static final Logger log = LoggerFactory.getLogger(Migrations.class);
    private static final String TABLE = "tallygate_schema";

    private Migrations() {}

    /** @return how many steps were made */
    static int apply(DataSource source) {
        try {
            int made = Flyway.configure()
                    .dataSource(source)
                    .table(TABLE)
                    .locations("classpath:db/migration")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .load()
                    .migrate()
                    .migrationsExecuted;
            log.info("table={} migrations={} schema is up to date", TABLE, made);
            return made;
        } catch (FlywayException e) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE,
                    "migrate: the schema could not be brought up to date; nothing else was started",
                    e);
        }
    }
}
