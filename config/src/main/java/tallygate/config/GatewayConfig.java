package tallygate.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.key.Words;
import tallygate.config.value.UnfitException;

/**
 * Everything that can be set. Nobody but the wiring holds the whole; a part gets its own record.
 *
 * @param dataDir as written; relative paths begin at the working directory
 * @param endpoints each with a route of {@code routes}, unless loading found a problem
 * @param routes by name, in the order of the file
 * @param statements by provider account
 */
public record GatewayConfig(
        ServerConfig server,
        DatabaseConfig database,
        Path dataDir,
        Mode mode,
        List<EndpointConfig> endpoints,
        Map<String, RouteConfig> routes,
        WorkConfig work,
        DedupConfig dedup,
        RetentionConfig retention,
        Map<String, StatementConfig> statements,
        AskingConfig asking,
        IngestConfig ingest,
        AlertsConfig alerts,
        SagasConfig sagas,
        PrivacyConfig privacy,
        Optional<TracingConfig> tracing) {
    private static final Key<Path> DATA_DIR = Key.of(
                    "data-dir",
                    Kinds.text(
                            GatewayConfig::folder, Path::toString, new Words("the path of a folder", "目录路径"), "^.+$"),
                    "Where the embedded database and the node's own files live. Relative paths begin at the working"
                            + " directory.",
                    "内嵌数据库和节点自身文件所在的目录。相对路径以工作目录为起点。")
            .or("./data")
            .atRestart()
            .ofNode();
    private static final Key<Mode> MODE = Key.of(
                    "mode",
                    Kinds.choice(Mode.class),
                    "production: unsafe database settings refuse to start; development: they warn.",
                    "production：数据库设置不安全时拒绝启动；development：仅警告。")
            .orAbsent("production with database.url, else development", "写了 database.url 时为 production，否则为 development")
            .atRestart();

    static final Group GROUP = Group.of("", "The top of the file.", "文件顶层。", DATA_DIR, MODE)
            .with(
                    Group.Branch.one("server", ServerConfig.GROUP),
                    Group.Branch.one("database", DatabaseConfig.GROUP),
                    Group.Branch.list("endpoints", EndpointConfig.GROUP),
                    Group.Branch.map("routes", RouteConfig.GROUP),
                    Group.Branch.one("work", WorkConfig.GROUP),
                    Group.Branch.one("dedup", DedupConfig.GROUP),
                    Group.Branch.one("retention", RetentionConfig.GROUP),
                    Group.Branch.map("statements", StatementConfig.GROUP),
                    Group.Branch.one("asking", AskingConfig.GROUP),
                    Group.Branch.one("ingest", IngestConfig.GROUP),
                    Group.Branch.one("alerts", AlertsConfig.GROUP),
                    Group.Branch.one("sagas", SagasConfig.GROUP),
                    Group.Branch.one("privacy", PrivacyConfig.GROUP),
                    Group.Branch.one("tracing", TracingConfig.GROUP));

    public GatewayConfig {
        endpoints = List.copyOf(endpoints);
        routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
        statements = Collections.unmodifiableMap(new LinkedHashMap<>(statements));
    }

    /**
     * Loads a file with everything that overrides it.
     *
     * @param environment the process's environment
     */
    public static Loading load(Path file, Map<String, String> environment) {
        return new ConfigLoader(environment).load(file);
    }

    /**
     * Loads a configuration that is not in a file.
     *
     * @param folder where relative paths in {@code ${file:…}} begin
     */
    public static Loading parse(String yaml, Path folder, Map<String, String> environment) {
        return new ConfigLoader(environment).parse(yaml, folder);
    }

    /** Where the tasks of one of our endpoints go. */
    public RouteConfig routeOf(EndpointConfig endpoint) {
        return Optional.ofNullable(routes.get(endpoint.route()))
                .orElseThrow(() -> new IllegalArgumentException("no route " + endpoint.route()));
    }

    /** This configuration with everything of another one that takes effect without a restart. */
    GatewayConfig withLivePartsOf(GatewayConfig next) {
        CallbacksConfig then = next.server.callbacks();
        var callbacks = new CallbacksConfig(
                server.callbacks().bind(),
                then.tls(),
                then.proxyProtocol(),
                then.trustedProxies(),
                then.limits().withAnswerDeadlineOf(server.callbacks().limits()));
        return new GatewayConfig(
                new ServerConfig(callbacks, server.management(), next.server.drain()),
                database,
                dataDir,
                mode,
                next.endpoints,
                next.routes,
                work,
                dedup,
                retention,
                next.statements,
                next.asking,
                ingest,
                next.alerts,
                next.sagas,
                privacy,
                tracing);
    }

    static GatewayConfig from(Section section) {
        ServerConfig server = section.one("server", ServerConfig::from);
        DatabaseConfig database = section.one("database", DatabaseConfig::from);
        Path dataDir = section.value(DATA_DIR);
        Mode mode = section.optional(MODE, () -> database.isEmbedded() ? Mode.DEVELOPMENT : Mode.PRODUCTION);
        List<EndpointConfig> endpoints = section.list("endpoints", EndpointConfig::from);
        Map<String, RouteConfig> routes = section.map("routes", RouteConfig::from);
        WorkConfig work = section.one("work", WorkConfig::from);
        DedupConfig dedup = section.one("dedup", DedupConfig::from);
        RetentionConfig retention = section.one("retention", RetentionConfig::from);
        Map<String, StatementConfig> statements = section.map("statements", StatementConfig::from);
        AskingConfig asking = section.one("asking", AskingConfig::from);
        IngestConfig ingest = section.one("ingest", IngestConfig::from);
        AlertsConfig alerts = section.one("alerts", AlertsConfig::from);
        SagasConfig sagas = section.one("sagas", SagasConfig::from);
        sagas.judge(section, routes);
        if (mode == Mode.PRODUCTION && database.isEmbedded()) {
            section.problem(
                    "mode",
                    "production needs database.url; the embedded database is for trying out: write mode: development"
                            + " for it");
        }
        new CrossChecks(section, server).judge(endpoints, routes, work, dedup);
        return new GatewayConfig(
                server,
                database,
                dataDir,
                mode,
                endpoints,
                routes,
                work,
                dedup,
                retention,
                statements,
                asking,
                ingest,
                alerts,
                sagas,
                section.one("privacy", PrivacyConfig::from),
                section.optional("tracing", TracingConfig::from));
    }

    private static Path folder(String text) {
        try {
            if (text.isBlank()) {
                throw new UnfitException("is empty");
            }
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UnfitException("is not a path");
        }
    }
}
