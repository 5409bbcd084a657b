package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One broken file a row: what is written, and the exact text of its one problem. */
class BrokenFileTest {
    private static final String DURATION = ", as 250ms, 5s, 5m, 2h or 7d";
    private static final String SIZE = ", as 512B, 256KiB, 4MiB or 1GiB";
    private static final String BIND = "; allowed: HOST:PORT, as 0.0.0.0:8080, [::]:8080 or localhost:8080";
    private static final String NAME =
            "; allowed: letters, digits, '.', '_' and '-', beginning with a letter or digit, at most 64";

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource({"top", "server", "database", "work"})
    void aBrokenFileHasThisProblem(String yaml, String problem) {
        assertThat(Yaml.problems(yaml)).containsExactly(problem);
    }

    static Stream<Arguments> top() {
        return rows(
                "sever: {}",
                "sever (line 1): is not a known key; did you mean server?",
                "webhooks: { a: 1 }",
                "webhooks (line 1): is not a known key; known here: data-dir, mode, server, database, endpoints,"
                    + " routes, work, dedup, retention, statements, asking, ingest, alerts, sagas, privacy, tracing",
                "dataDir: x",
                "dataDir (line 1): is not a known key; did you mean data-dir?",
                "mode: prod",
                "mode (line 1): \"prod\" is not known; allowed: one of production, development",
                "mode: Production",
                "mode (line 1): \"Production\" is not known; allowed: one of production, development; did you mean"
                        + " production?",
                "mode: production",
                "mode (line 1): production needs database.url; the embedded database is for trying out: write mode:"
                        + " development for it",
                "mode:",
                "mode (line 1): has no value; allowed: one of production, development",
                "mode: [production]",
                "mode (line 1): is a list; allowed: one of production, development",
                "mode: { a: b }",
                "mode (line 1): has keys of its own; allowed: one of production, development",
                "data-dir: \"a\\0b\"",
                "data-dir (line 1): \"a b\" is not a path; allowed: the path of a folder",
                "- a",
                "(line 1): must have keys below it, as \"key: value\"",
                "hello",
                "(line 1): must have keys below it, as \"key: value\"",
                "~",
                "(line 1): has nothing below it; write its keys or remove it",
                "endpoints: {}",
                "endpoints (line 1): is not a list; every entry begins with \"- \"",
                "endpoints:",
                "endpoints (line 1): is not a list; every entry begins with \"- \"",
                "endpoints: [shop]",
                "endpoints[0] (line 1): must have keys below it, as \"key: value\"",
                "routes: [a]",
                "routes (line 1): must hold names with keys below them",
                "server:",
                "server (line 1): has nothing below it; write its keys or remove it");
    }

    static Stream<Arguments> server() {
        return rows(
                callbacks("bind: localhost"),
                "server.callbacks.bind (line 1): \"localhost\" has no port" + BIND + "; did you mean localhost:8080?",
                callbacks("bind: \"0.0.0.0:99999\""),
                "server.callbacks.bind (line 1): \"0.0.0.0:99999\" has an impossible port" + BIND,
                callbacks("proxy-protocol: on"),
                "server.callbacks.proxy-protocol (line 1): \"on\" is not known; allowed: one of off, optional,"
                        + " required",
                callbacks("proxy-protocol: required"),
                "server.callbacks.proxy-protocol (line 1): needs trusted-proxies: without any, nobody may send a PROXY"
                        + " header",
                callbacks("trusted-proxies: 10.0.0.0/8"),
                "server.callbacks.trusted-proxies (line 1): is not a list; allowed: a list of 0 to 1000 entries, each"
                        + " an address range, as 10.0.0.0/8 or 2001:db8::/32",
                callbacks("trusted-proxies: [10.0.0.0/8, 10.1.2.3/8]"),
                "server.callbacks.trusted-proxies[1] (line 1): \"10.1.2.3/8\" names bits below its prefix; allowed: an"
                        + " address range, as 10.0.0.0/8 or 2001:db8::/32; did you mean 10.0.0.0/8?",
                callbacks("limits: { bodyBytesMax: 1MiB }"),
                "server.callbacks.limits.bodyBytesMax (line 1): is not a known key; did you mean body-bytes-max?",
                callbacks("limits: { body-bytes-max: 1GiB }"),
                "server.callbacks.limits.body-bytes-max (line 1): \"1GiB\" is too large; allowed: a size from 1KiB to"
                        + " 16MiB"
                        + SIZE,
                callbacks("limits: { header-timeout: 1ms }"),
                "server.callbacks.limits.header-timeout (line 1): \"1ms\" is too small; allowed: a duration from 100ms"
                        + " to 5m"
                        + DURATION,
                callbacks("limits: { connections-max: many }"),
                "server.callbacks.limits.connections-max (line 1): \"many\" is not a whole number; allowed: a whole"
                        + " number from 1 to 1000000",
                callbacks("limits: { connections-max: 0 }"),
                "server.callbacks.limits.connections-max (line 1): \"0\" is too small; allowed: a whole number from 1"
                        + " to 1000000",
                callbacks("limits: { connections-max: 1e4 }"),
                "server.callbacks.limits.connections-max (line 1): \"1e4\" is not a whole number; allowed: a whole"
                        + " number from 1 to 1000000",
                callbacks("limits: { line-bytes-max: 16KiB }"),
                "server.callbacks.limits.line-bytes-max (line 1): line-bytes-max (16KiB) must not be above"
                        + " header-bytes-max (8KiB)",
                callbacks("limits: { header-bytes-max: 2KiB }"),
                "server.callbacks.limits.header-bytes-max (line 1): line-bytes-max (4KiB) must not be above"
                        + " header-bytes-max (2KiB)",
                callbacks("limits: { body-bytes-in-flight-max: 1MiB, body-bytes-max: 2MiB }"),
                "server.callbacks.limits.body-bytes-max (line 1): body-bytes-max (2MiB) must not be above"
                        + " body-bytes-in-flight-max (1MiB)",
                "server: { management: { bind: \"127.0.0.1:8080\" } }",
                "server.management (line 1): callbacks and management both listen on port 8080; give them different"
                        + " ports",
                "server: { drain: { wait: 0s } }",
                "server.drain.wait (line 1): \"0s\" is too small; allowed: a duration from 1s to 10m" + DURATION);
    }

    static Stream<Arguments> database() {
        String shape = "; allowed: jdbc:mysql://HOST:PORT/NAME";
        String credentials = " holds a user or password, which have keys of their own";
        return rows(
                database("url: \"jdbc:mariadb://db:3306/t\", username: t"),
                "database.url (line 1): \"jdbc:mariadb://db:3306/t\" is for another driver; MariaDB is reached with"
                        + " jdbc:mysql too" + shape + "; did you mean jdbc:mysql://db:3306/t?",
                database("url: \"db:3306/t\", username: t"),
                "database.url (line 1): \"db:3306/t\" has another shape" + shape,
                database("url: \"jdbc:mysql://db:3306\", username: t"),
                "database.url (line 1): \"jdbc:mysql://db:3306\" has another shape" + shape,
                database("url: \"jdbc:mysql://t:s3cret@db/t\", username: t"),
                "database.url (line 1): \"jdbc:mysql://***@db/t\"" + credentials + shape,
                database("url: \"jdbc:mysql://db/t?user=t&password=s3cret\", username: t"),
                "database.url (line 1): \"jdbc:mysql://db/t?…\"" + credentials + shape,
                database("url: \"jdbc:mysql://db/t\""),
                "database.username (line 1): is missing; it goes with url",
                database("url: \"jdbc:mysql://db/t\", user: t, username: t"),
                "database.user (line 1): is not a known key; write username",
                database("username: t"),
                "database.username (line 1): has no meaning without url: the embedded database makes its own users",
                database("password: s3cret"),
                "database.password (line 1): has no meaning without url: the embedded database makes its own users",
                database("pool-size: 1"),
                "database.pool-size (line 1): \"1\" is too small; allowed: a whole number from 2 to 500");
    }

    static Stream<Arguments> work() {
        return rows(
                "work: { lease: 5s }\nserver: { callbacks: { limits: { answer-deadline: 10s } } }",
                "work.lease (line 1): work.lease (5s) must be above server.callbacks.limits.answer-deadline (10s)",
                "work: { lease: 1h }",
                "work.lease (line 1): \"1h\" is too large; allowed: a duration from 5s to 10m" + DURATION,
                "dedup: { memory: 1d }",
                "dedup.memory (line 1): \"1d\" is too small; allowed: a duration from 2d to 3650d" + DURATION,
                "ingest: { batch-rows-max: 257 }",
                "ingest.batch-rows-max (line 1): \"257\" is too large; allowed: a whole number from 1 to 256",
                "ingest: { queue-rows: 100 }",
                "ingest.queue-rows (line 1): batch-rows-max (256) must not be above queue-rows (100)",
                "ingest: { batch-bytes-max: 8MiB, queue-bytes: 4MiB }",
                "ingest.batch-bytes-max (line 1): batch-bytes-max (8MiB) must not be above queue-bytes (4MiB)");
    }

    @Test
    void pemFilesAreLookedIntoBeforeAnythingListens() throws Exception {
        Files.writeString(folder.resolve("cert.pem"), "-----BEGIN CERTIFICATE-----\n");
        Files.writeString(folder.resolve("rsa.pem"), "-----BEGIN RSA PRIVATE KEY-----\n");
        Files.writeString(folder.resolve("key.pem"), "-----BEGIN PRIVATE KEY-----\n");
        Files.createDirectories(folder.resolve("dir"));
        String key = "; allowed: the path of a PEM file with -----BEGIN PRIVATE KEY-----";
        String certificate = "; allowed: the path of a PEM file with -----BEGIN CERTIFICATE-----";

        assertThat(tls("certificate: none.pem, key: rsa.pem"))
                .containsExactly(
                        "server.callbacks.tls.certificate (line 1): \"" + folder + "/none.pem\" does not exist"
                                + certificate,
                        "server.callbacks.tls.key (line 1): \"" + folder
                                + "/rsa.pem\" holds a private key in another form; convert"
                                + " it: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW" + key);
        assertThat(tls("certificate: key.pem, key: dir"))
                .containsExactly(
                        "server.callbacks.tls.certificate (line 1): \"" + folder
                                + "/key.pem\" is not a PEM file with a CERTIFICATE block" + certificate,
                        "server.callbacks.tls.key (line 1): \"" + folder + "/dir\" is a folder" + key);
        assertThat(tls("certificate: cert.pem, key: \"-----BEGIN PRIVATE KEY----- s3cret\""))
                .containsExactly(
                        "server.callbacks.tls.key (line 1): \"-----BEGIN …\" is PEM text; write it to a file and name"
                                + " the file" + key);
        assertThat(tls("certificate: cert.pem")).containsExactly("server.callbacks.tls.key (line 1): is missing" + key);
        assertThat(tls("certificate: \"${file:cert.pem}\", key: key.pem")).isEmpty();
    }

    @Test
    void aMissingFileIsAProblemOfItsOwn() {
        assertThat(((Loading.Broken) GatewayConfig.load(folder.resolve("none.yaml"), Map.of())).problems())
                .extracting(Object::toString)
                .containsExactly("the file " + folder.resolve("none.yaml") + " does not exist");
        assertThat(((Loading.Broken) GatewayConfig.load(folder, Map.of())).problems())
                .singleElement()
                .asString()
                .startsWith("the file " + folder + " cannot be read");
    }

    @Test
    void theAdviceForNamesIsTheSameEverywhere() {
        assertThat(Yaml.problems("endpoints: [{ name: \"a b\", provider: \"\", route: r }]\n"
                        + "routes: { r: { handler: { kind: log } } }"))
                .containsExactly(
                        "endpoints[0].name (line 1): \"a b\" is not a name" + NAME,
                        "endpoints[0].provider (line 1): \"\" is not a name" + NAME);
    }

    private List<String> tls(String keys) {
        return switch (GatewayConfig.parse(callbacks("tls: { " + keys + " }"), folder, Map.of())) {
            case Loading.Loaded _ -> List.of();
            case Loading.Broken broken ->
                broken.problems().stream().map(Object::toString).toList();
        };
    }

    private static String callbacks(String keys) {
        return "server: { callbacks: { " + keys + " } }";
    }

    private static String database(String keys) {
        return "database: { " + keys + " }";
    }

    private static Stream<Arguments> rows(String... cells) {
        return Stream.iterate(0, i -> i < cells.length, i -> i + 2).map(i -> Arguments.of(cells[i], cells[i + 1]));
    }
}
