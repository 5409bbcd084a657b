package tallygate.gateway;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tallygate.config.DatabaseConfig;
import tallygate.config.GatewayConfig;
import tallygate.gateway.embedded.DataDirLock;
import tallygate.gateway.embedded.EmbeddedDatabase;
import tallygate.gateway.embedded.EmbeddedSettings;
import tallygate.gateway.embedded.Progress;
import tallygate.gateway.mysql.DatabaseSettings;

/** Where the rows are: a server of the operator's, or one that is started here and stopped with this process. */
public final class DatabaseSource implements AutoCloseable {
    private final DatabaseSettings settings;
    private final @Nullable EmbeddedDatabase embedded;

    private DatabaseSource(DatabaseSettings settings, @Nullable EmbeddedDatabase embedded) {
        this.settings = settings;
        this.embedded = embedded;
    }

    /**
     * Blocks until an embedded server takes connections; an external one is not called here.
     *
     * @param lock of the data directory, held by the caller
     * @param home the distribution's folder, where the embedded server's archive lies; empty: it is on the class path
     */
    public static DatabaseSource of(GatewayConfig config, DataDirLock lock, Optional<Path> home, Progress progress) {
        return switch (config.database().location()) {
            case DatabaseConfig.Location.External external ->
                new DatabaseSource(
                        settings(
                                config,
                                external.url(),
                                external.username(),
                                external.password().reveal()),
                        null);
            case DatabaseConfig.Location.Embedded _ -> {
                Optional<Path> archive =
                        home.map(h -> h.resolve("lib").resolve("embedded")).filter(Files::isDirectory);
                EmbeddedDatabase embedded = EmbeddedDatabase.start(
                        EmbeddedSettings.below(config.dataDir(), archive), lock, new SecureRandom(), progress);
                var address = embedded.address();
                yield new DatabaseSource(
                        settings(
                                config,
                                "jdbc:mysql://" + address.host() + ":" + address.port() + "/" + address.database(),
                                address.user(),
                                address.password()),
                        embedded);
            }
        };
    }

    /** The settings of an operator's own server; empty when the configuration names none. */
    public static Optional<DatabaseSettings> external(GatewayConfig config) {
        return switch (config.database().location()) {
            case DatabaseConfig.Location.External external ->
                Optional.of(settings(
                        config,
                        external.url(),
                        external.username(),
                        external.password().reveal()));
            case DatabaseConfig.Location.Embedded _ -> Optional.empty();
        };
    }

    private static DatabaseSettings settings(GatewayConfig config, String url, String username, String password) {
        return new DatabaseSettings(
                url,
                username,
                password,
                new DatabaseSettings.Timeouts(
                        config.server().callbacks().limits().deadlines().answer(),
                        config.database().connectTimeout(),
                        config.database().statementTimeout()),
                config.database().poolSize());
    }

    public DatabaseSettings settings() {
        return settings;
    }

    /**
     * Kills the embedded server without warning, for drills; it is started again by itself.
     *
     * @throws IllegalStateException when the server is the operator's
     */
    public void crash() {
        if (embedded == null) {
            throw new IllegalStateException("an operator's own server is not killed from here");
        }
        embedded.crash();
    }

    @Override
    public void close() {
        if (embedded != null) {
            embedded.close();
        }
    }
}
