package tallygate.gateway.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.DatabaseSource;
import tallygate.gateway.EndpointBindings;
import tallygate.gateway.Identity;
import tallygate.gateway.OwnProviders;
import tallygate.gateway.PrivacyWiring;
import tallygate.gateway.embedded.DataDirLock;
import tallygate.gateway.mysql.DatabaseSettings;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.NodeLease;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.TaskIds;

/**
 * The database of a configuration for a command that works beside running gateways: an external one is shared with them, an
 * embedded one is started here and so must not be running.
 */
final class OfflineDatabase implements AutoCloseable {
    private static final Duration TERM = Duration.ofHours(1);

    private final GatewayConfig config;
    private final EndpointBindings bindings;
    /** Ends what was started for it. */
    private final Runnable ending;

    private final MySqlStores stores;
    private @Nullable NodeLease lease;
    private @Nullable TaskIds ids;

    private OfflineDatabase(
            GatewayConfig config, EndpointBindings bindings, DatabaseSettings settings, Runnable ending) {
        this.config = config;
        this.bindings = bindings;
        this.ending = ending;
        this.stores = MySqlStores.open(settings, PrivacyWiring.keys(config), System::nanoTime);
    }

    /** What is wrong with the configuration, or the open database. */
    sealed interface Opened {
        record Open(OfflineDatabase database) implements Opened {}

        record Broken(List<String> problems) implements Opened {}
    }

    /**
     * @throws tallygate.gateway.embedded.EmbeddedException when the embedded database runs already
     * @throws tallygate.gateway.task.StoreException when the database does not answer
     */
    static Opened open(Path file, PrintWriter progress) {
        Loading loading = GatewayConfig.load(file, System.getenv());
        if (!(loading instanceof Loading.Loaded loaded)) {
            return new Opened.Broken(((Loading.Broken) loading)
                    .problems().stream().map(Object::toString).toList());
        }
        OwnProviders own = OwnProviders.beside(file);
        EndpointBindings bindings = EndpointBindings.of(loaded.config().endpoints(), own.providers());
        OfflineDatabase database = connect(loaded.config(), bindings, progress);
        try {
            database.stores.migrate();
            Optional<String> fault = database.stores.vault().prepare();
            if (fault.isPresent()) {
                database.close();
                return new Opened.Broken(List.of(fault.get()));
            }
            return new Opened.Open(database);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private static OfflineDatabase connect(GatewayConfig config, EndpointBindings bindings, PrintWriter progress) {
        Optional<DatabaseSettings> external = DatabaseSource.external(config);
        if (external.isPresent()) {
            return new OfflineDatabase(config, bindings, external.get(), () -> {});
        }
        DataDirLock lock = DataDirLock.take(config.dataDir());
        try {
            Optional<Path> home =
                    Optional.ofNullable(System.getProperty("tallygate.home")).map(Path::of);
            DatabaseSource source = DatabaseSource.of(config, lock, home, new StartProgress(progress));
            return new OfflineDatabase(config, bindings, source.settings(), () -> {
                source.close();
                lock.close();
            });
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    GatewayConfig config() {
        return config;
    }

    EndpointBindings bindings() {
        return bindings;
    }

    MySqlStores stores() {
        return stores;
    }

    /** Ids under a node number of this command's own, which is given back at the end. */
    TaskIds ids() {
        if (ids == null) {
            lease = stores.nodes()
                    .join(
                            new NodeStore.Introduction(
                                    "command/" + ProcessHandle.current().pid(), Identity.version(), ""),
                            TERM);
            ids = new TaskIds(lease.node(), lease.idFloorMillis(), Clock.systemUTC());
        }
        return ids;
    }

    @Override
    public void close() {
        NodeLease held = lease;
        TaskIds made = ids;
        if (held != null && made != null) {
            stores.nodes().leave(held, made.highWaterMillis());
        }
        stores.close();
        ending.run();
    }
}
