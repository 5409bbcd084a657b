package tallygate.gateway;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import tallygate.callback.handler.ResultTokens;
import tallygate.callback.handler.ToldResults;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.Problem;
import tallygate.gateway.admin.Health;
import tallygate.gateway.admin.Management;
import tallygate.gateway.admin.account.Accounts;
import tallygate.gateway.admin.api.EndpointsApi;
import tallygate.gateway.admin.api.KeysApi;
import tallygate.gateway.admin.api.RejectedApi;
import tallygate.gateway.admin.console.EndpointPages;
import tallygate.gateway.admin.console.RejectedPages;
import tallygate.gateway.admin.console.Trend;
import tallygate.gateway.admin.console.Views;
import tallygate.gateway.admin.web.Desk;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.process.Instruments;
import tallygate.gateway.process.ProcessMetrics;
import tallygate.gateway.process.RetryPolicy;
import tallygate.gateway.process.WorkConfig;
import tallygate.gateway.process.WorkRoute;
import tallygate.gateway.process.Worker;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Everything behind the management listener's socket on a real database, with a clock that is moved by hand. */
final class DeskRig implements AutoCloseable {
    static final String TOKEN = "the-management-token";

    private final TestDatabases.TestDatabase database;
    private final MySqlStores stores;
    private final TaskIds ids = new TaskIds(1, 0, Clock.systemUTC());
    private final IntakeStore intake;
    private final MovedClock clock = new MovedClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RigEndpoints endpoints;
    private final RefusingEndpoint refusing;
    private final ConsoleParts parts;
    private final Desk desk;

    DeskRig() {
        this("");
    }

    /** @param settings more lines of the configuration */
    DeskRig(String settings) {
        this(settings, TestDatabases.embedded());
    }

    DeskRig(String settings, TestDatabases.TestDatabase database) {
        this.database = database;
        this.stores = database.open();
        this.intake = stores.intake("writer", ids::next);
        this.endpoints = RigEndpoints.make(settings);
        this.refusing = new RefusingEndpoint(stores, ids, clock, endpoints.all());
        this.parts = new ConsoleParts(
                new Surroundings(clock, clock::nanos, new SplittableRandom(1), meters),
                TOKEN,
                new SecureRandom(),
                new Trend(meters),
                endpoints::configuration,
                endpoints::bindings,
                () -> refusing.endpoints().endpoints(),
                ofGateway());
        this.desk = ManagementServer.desk(management(), stores, parts);
    }

    static Management management() {
        return new Management(
                () -> new Health(true, true, Map.of()),
                _ -> "tallygate_x 1\n",
                () -> new Management.Reload.Applied(List.of()),
                TOKEN);
    }

    /** A node that is not started, but takes results. */
    private List<Route> ofGateway() {
        var orders = new WorkRoute(
                "orders",
                _ -> {
                    throw new IllegalStateException("nothing is run here");
                },
                RetryPolicy.DEFAULT,
                WorkRoute.Limits.DEFAULT);
        var instruments = new Instruments(
                System::nanoTime, new SplittableRandom(1), ProcessMetrics.in(new SimpleMeterRegistry()));
        Worker worker =
                Worker.of(stores.work(), new WorkConfig(7, WorkConfig.LEASE_DEFAULT, List.of(orders)), instruments);
        List<Route> routes = new ArrayList<>(ShopRoutes.of(
                stores,
                ids::next,
                new ReconcileAccounts(() -> endpoints.configuration().config(), endpoints::bindings),
                new ToldResults(worker.results(), new ResultTokens(stores::resultKey)),
                new Surroundings(clock, clock::nanos, new SplittableRandom(1), new SimpleMeterRegistry())));
        Views views = new Views(stores.desk(), clock);
        routes.addAll(new RejectedPages(views, refusing.desk()).routes());
        routes.addAll(new RejectedApi(refusing.desk()).routes());
        routes.addAll(new KeysApi(refusing.desk(), DeskRig::toCome).routes());
        routes.addAll(new EndpointsApi(refusing.endpoints()).routes());
        routes.addAll(new EndpointPages(views, refusing.endpoints(), stores.desk()).routes());
        return routes;
    }

    private static Binding toCome(String endpoint) {
        return new Binding.Refused(List.of(new Problem("endpoints", "the file has no endpoint " + endpoint)));
    }

    RefusingEndpoint refusing() {
        return refusing;
    }

    MySqlStores stores() {
        return stores;
    }

    Instant now() {
        return clock.instant();
    }

    /** Figures of the past, to be sampled. */
    Trend trend() {
        return parts.trend();
    }

    void counted(String name, double more, String... tags) {
        meters.counter(name, tags).increment(more);
    }

    void pass(Duration time) {
        clock.pass(time);
    }

    TaskId task(String eventId) {
        TaskId id = ids.next();
        intake.insert(List.of(Samples.due(id, eventId).task()), 0, Duration.ofSeconds(30));
        return id;
    }

    /** As it came with a delivery of the task. */
    String resultToken(TaskId task, int handOut) {
        return new ResultTokens(stores::resultKey).of("task " + task, handOut);
    }

    TaskId failed(String eventId, String error) {
        TaskId id = task(eventId);
        change("UPDATE async_task SET status = 3, retry_count = 7, last_error = ? WHERE id = ?", error, id.value());
        return id;
    }

    int change(String sql, Object... values) {
        try (Connection connection = database.connect();
                PreparedStatement statement = bound(connection, sql, values)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    List<String> column(String sql, Object... values) {
        try (Connection connection = database.connect();
                PreparedStatement statement = bound(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static PreparedStatement bound(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setString(i + 1, values[i].toString());
        }
        return statement;
    }

    HttpReply send(String method, String target, String body, Header... headers) {
        RawRequest request = new RawRequest(
                method,
                "http",
                "127.0.0.1:8081",
                target,
                List.of(headers),
                body.getBytes(StandardCharsets.UTF_8),
                "127.0.0.1");
        return switch (desk.answer(request)) {
            case Reply.Whole(HttpReply http) -> http;
            case Reply.Pieces pieces -> {
                StringBuilder all = new StringBuilder();
                pieces.pieces().forEachRemaining(piece -> all.append(new String(piece, StandardCharsets.UTF_8)));
                yield new HttpReply(
                        200,
                        pieces.headers(),
                        pieces.contentType(),
                        all.toString().getBytes(StandardCharsets.UTF_8));
            }
            case Reply.Live live -> HttpReply.text(200, live.next().get().orElse(""));
        };
    }

    HttpReply api(String method, String target, String body, Header... more) {
        List<Header> headers = new ArrayList<>(List.of(more));
        headers.add(bearer(TOKEN));
        headers.add(new Header("Content-Type", "application/json"));
        return send(method, target, body, headers.toArray(Header[]::new));
    }

    /** A token's value. */
    String token(String name, Permission permission) {
        return token(name, permission, "");
    }

    String token(String name, Permission permission, String days) {
        return new Console(stores, parts)
                .accounts()
                .addToken(name, List.of(permission.word()), days, new Actor("test", "test"));
    }

    HttpReply apiAs(String token, String method, String target, String body) {
        return send(method, target, body, bearer(token), new Header("Content-Type", "application/json"));
    }

    HttpReply get(String target) {
        return api("GET", target, "");
    }

    /** A person with that role, signed in. */
    Browser person(String name, Role role) {
        Accounts accounts = new Console(stores, parts).accounts();
        String first = accounts.add(name, role, new Actor("test", "test"));
        Browser browser = new Browser(this);
        browser.signIn(name, first);
        browser.post("/password", Map.of("old", first, "fresh", "correct horse battery"));
        return browser;
    }

    Desk desk() {
        return desk;
    }

    List<Route> routes() {
        return ManagementServer.routes(management(), stores, new Console(stores, parts));
    }

    static Header bearer(String token) {
        return new Header("Authorization", "Bearer " + token);
    }

    static String body(HttpReply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        refusing.close();
        stores.close();
    }
}
