package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.identity.Role;

/** Statements over the management listener, on a real socket and a real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementsApiTest {
    private static final String CSV = """
        balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id
        txn_1,2026-05-02 09:00:12,eur,20.00,0.85,19.15,charge,ch_1
        """;
    private static final String DAY = "/api/v1/statements/stripe-eu/2026-05-02";

    @TempDir
    private static Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private Optional<DeskRig> opened = Optional.empty();
    private Optional<WebServer> web = Optional.empty();

    @BeforeAll
    void open() {
        DeskRig rig = new DeskRig("data-dir: \"" + folder + "\"\nstatements: { stripe-eu: { format: stripe } }\n");
        opened = Optional.of(rig);
        for (String table : new String[] {"statement_row", "statement_file", "discrepancy", "statement_fetch"}) {
            rig.change("DELETE FROM " + table);
        }
        web = Optional.of(WebServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty(), rig.desk()));
    }

    @AfterAll
    void close() {
        web.ifPresent(WebServer::close);
        opened.ifPresent(DeskRig::close);
        client.close();
    }

    private HttpResponse<String> send(
            String method, String path, String token, String type, HttpRequest.BodyPublisher body) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + web.orElseThrow().port() + path);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).method(method, body).header("Content-Type", type);
        return client.send(
                (token.isEmpty() ? request : request.header("Authorization", "Bearer " + token)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> upload(String query, String text) throws Exception {
        return send(
                "POST",
                DAY + query,
                DeskRig.TOKEN,
                "application/octet-stream",
                HttpRequest.BodyPublishers.ofString(text));
    }

    private JsonNode json(HttpResponse<String> answer) throws Exception {
        return new ObjectMapper().readTree(answer.body());
    }

    @Test
    void aStatementIsTakenItsDayRunAndItsCertificateShown() throws Exception {
        HttpResponse<String> bad = upload("?name=bad.csv", CSV.replace("19.15", "19.16"));
        assertThat(bad.statusCode()).isEqualTo(422);
        assertThat(bad.body()).contains("statement-refused", "is not net 19.16");
        assertThat(json(upload("?dryRun=true", CSV)).path("dryRun").asBoolean()).isTrue();

        JsonNode taken = json(upload("?name=may.csv", CSV));
        assertThat(taken.path("rowsNew").asLong()).isEqualTo(1);
        assertThat(taken.path("file").asText()).isEqualTo("may.csv");
        assertThat(json(upload("?name=again.csv", CSV)).path("known").asBoolean())
                .isTrue();

        JsonNode run = json(send(
                "POST", DAY + "/run", DeskRig.TOKEN, "application/json", HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(run.path("verdicts").path("callback-missing").asLong()).isEqualTo(1);
        assertThat(run.path("complete").asBoolean()).isFalse();
        JsonNode listed = json(send(
                "GET", "/api/v1/statements?day=2026-05-02", DeskRig.TOKEN, "x/y", HttpRequest.BodyPublishers.noBody()));
        assertThat(listed.path("items").get(0).path("state").asText()).isEqualTo("taken");
        JsonNode certificates = json(send(
                "GET",
                "/api/v1/certificates?day=2026-05-02",
                DeskRig.TOKEN,
                "x/y",
                HttpRequest.BodyPublishers.noBody()));
        assertThat(certificates.path("items")).isNotEmpty();
        assertThat(folder.resolve("statements/uploads")).isEmptyDirectory();
    }

    @Test
    void aLongFileIsReadAsItComesAndWhoMayNotIsToldWithoutIt() throws Exception {
        String rows = "txn_1,2026-05-02 09:00:12,eur,20.00,0.85,19.15,charge,ch_1\n".repeat(60_000);
        assertThat(rows.length()).as("beyond the bound of other bodies").isGreaterThan(2 << 20);
        HttpResponse<String> taken = upload("?dryRun=true", CSV + rows);
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
        assertThat(json(taken).path("rows").asLong()).isEqualTo(60_001);
        assertThat(send("POST", DAY, "", "text/csv", HttpRequest.BodyPublishers.ofString(CSV))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void unknownAccountsAndWhatCannotBeFetchedAreSaid() throws Exception {
        assertThat(send(
                                "POST",
                                "/api/v1/statements/nobody/2026-05-02",
                                DeskRig.TOKEN,
                                "text/csv",
                                HttpRequest.BodyPublishers.ofString(CSV))
                        .statusCode())
                .isEqualTo(404);
        HttpResponse<String> fetch =
                send("POST", DAY + "/fetch", DeskRig.TOKEN, "application/json", HttpRequest.BodyPublishers.noBody());
        assertThat(fetch.statusCode()).isEqualTo(422);
        assertThat(fetch.body()).contains("not-fetchable");
        assertThat(json(send(
                                "GET",
                                "/api/v1/provider-questions?open=true",
                                DeskRig.TOKEN,
                                "x/y",
                                HttpRequest.BodyPublishers.noBody()))
                        .path("items")
                        .isArray())
                .isTrue();
    }

    @Test
    void aFormWithoutItsTokenBringsNothingAndAPersonNeedsTheRole() throws Exception {
        DeskRig rig = opened.orElseThrow();
        Browser finance = rig.person("fin", Role.FINANCE);
        Browser viewer = rig.person("view", Role.VIEWER);
        assertThat(finance.get("/statements/upload").status()).isEqualTo(200);
        assertThat(viewer.get("/statements/upload").status()).isEqualTo(403);
        long before =
                Long.parseLong(rig.column("SELECT COUNT(*) FROM statement_file").getFirst());
        String boundary = "xXx";
        String form = "--xXx\r\nContent-Disposition: form-data; name=\"account\"\r\n\r\nstripe-eu\r\n"
                + "--xXx\r\nContent-Disposition: form-data; name=\"day\"\r\n\r\n2026-05-03\r\n"
                + "--xXx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\bills\\m.csv\"\r\n\r\n"
                + CSV.replace("05-02", "05-03") + "\r\n--xXx--\r\n";
        URI uri = URI.create("http://127.0.0.1:" + web.orElseThrow().port() + "/statements/upload");
        for (Map.Entry<String, Integer> one : Map.of(
                        form,
                        403,
                        "--xXx\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\n"
                                + tallygate.gateway.identity.Secrets.formToken(finance.cookie()) + "\r\n" + form,
                        303)
                .entrySet()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(uri)
                            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                            .header("Cookie", "tallygate=" + finance.cookie())
                            .POST(HttpRequest.BodyPublishers.ofString(one.getKey()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(one.getValue());
        }
        assertThat(rig.column("SELECT COUNT(*) FROM statement_file")).containsExactly(Long.toString(before + 1));
        assertThat(rig.column("SELECT file_name FROM statement_file WHERE bill_day = '2026-05-03'"))
                .containsExactly("m.csv");
    }
}
