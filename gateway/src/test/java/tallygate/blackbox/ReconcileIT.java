package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The day of finance on a gateway that runs, with its database embedded: every command goes by its API. */
class ReconcileIT {
    private static final String SECRET = "whsec_reconcile0123456789";

    @TempDir
    private Path folder;

    private RunningGateway gateway;
    private String day;
    private Path bill;

    private record Ended(int exit, String out, String err) {}

    @BeforeEach
    void start() throws Exception {
        gateway = new RunningGateway(folder, """
            endpoints:
              - { name: shop, provider: stripe, account: shop-eu, secrets: ["%s"], route: orders }
            routes:
              orders: { handler: { kind: log } }
            statements:
              shop-eu: { format: stripe, recover: never }
            """.formatted(SECRET)).awaitReady();
        day = LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC).toString();
        paid("evt_1", 1099);
        await().atMost(Duration.ofSeconds(60)).until(this::isDone);
        bill = Files.writeString(folder.resolve("bill.csv"), """
            balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id
            txn_1,%1$s 00:00:01,usd,10.99,0.50,10.49,charge,ch_1,pi_evt_1
            txn_2,%1$s 00:00:02,usd,20.00,0.90,19.10,charge,ch_2,pi_evt_2
            """.formatted(day));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    /** At the first second of the day, by the provider's clock. */
    private void paid(String event, long minor) throws Exception {
        StripeCallback callback = StripeCallback.signed(
                """
                {"id":"%1$s","object":"event","type":"payment_intent.succeeded","created":%2$d,"data":{"object":{"id":"pi_%1$s",\
                "object":"payment_intent","amount":%3$d,"amount_received":%3$d,"currency":"usd","status":"succeeded",\
                "metadata":{"order_id":"order-%1$s"}}}}\
                """.formatted(event, LocalDate.parse(day).atStartOfDay().toEpochSecond(ZoneOffset.UTC) + 1, minor),
                SECRET);
        assertThat(gateway.callback("/callbacks/shop", callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(200);
    }

    private boolean isDone() throws Exception {
        return api("GET", "/api/v1/tasks?endpoint=shop", HttpRequest.BodyPublishers.noBody(), "application/json")
                .path("items")
                .path(0)
                .path("status")
                .asText()
                .equals("success");
    }

    private JsonNode api(String method, String path, HttpRequest.BodyPublisher body, String type) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(gateway.managementUrl() + path))
                            .header("Authorization", "Bearer " + gateway.token())
                            .header("Content-Type", type)
                            .method(method, body)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return new ObjectMapper().readTree(answer.body());
        }
    }

    private Ended reconcile(String verb, String... rest) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(RunningGateway.launcher().toString(), "reconcile", verb));
        line.addAll(List.of("--config", gateway.config().toString()));
        line.addAll(List.of(rest));
        Path out = folder.resolve("command-out.txt");
        Path err = folder.resolve("command-err.txt");
        Process process = new ProcessBuilder(line)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Ended taken(String... rest) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("--account", "shop-eu", "--day", day));
        all.addAll(List.of(rest));
        return reconcile("import", all.toArray(String[]::new));
    }

    private Ended run(String... rest) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("--account", "shop-eu", "--day", day));
        all.addAll(List.of(rest));
        return reconcile("run", all.toArray(String[]::new));
    }

    private static void isSaid(Ended ended, int exit, String... words) {
        assertThat(ended.out() + ended.err()).contains(words);
        assertThat(ended.exit()).as(ended.out() + ended.err()).isEqualTo(exit);
    }

    @Test
    void aDayFromItsFileToItsCertificate() throws Exception {
        files();
        differences();
        certificates();
    }

    private void files() throws Exception {
        isSaid(taken("--dry-run", bill.toString()), 0, "bill.csv: 2 rows, good, nothing stored (dry run)");
        isSaid(taken(bill.toString()), 0, "2 new, 0 known already");
        isSaid(taken(bill.toString()), 0, "taken before, nothing changed");
        JsonNode uploaded = api(
                "POST",
                "/api/v1/statements/shop-eu/" + day + "?name=by-hand",
                HttpRequest.BodyPublishers.ofFile(bill),
                "application/octet-stream");
        assertThat(uploaded.path("known").asBoolean()).isTrue();
        Path bad = Files.writeString(
                folder.resolve("bad.csv"), Files.readString(bill).replace("10.49", "10.48"));
        isSaid(taken("--json", bad.toString()), 65, "is not net 10.48");
        isSaid(taken(folder.resolve("none.csv").toString()), 66, "none.csv does not exist");
        isSaid(
                reconcile("import", "--account", "nobody", "--day", day, bill.toString()),
                1,
                "no statements of account nobody");
    }

    private void differences() throws Exception {
        isSaid(run("--dry-run"), 0, "dry run", "1 callback-missing", "1 matched");
        isSaid(reconcile("show"), 0, "nothing is open");
        isSaid(run(), 1, "NOT COMPLETE", "new discrepancies 1");
        isSaid(run(), 1, "new discrepancies 0");
        isSaid(reconcile("show"), 1, "callback-missing shop-eu paid:pi_evt_2", "theirs 2000 USD");
        JsonNode open = new ObjectMapper().readTree(reconcile("show", "--json").out());
        assertThat(open).hasSize(1);
        api(
                "POST",
                "/api/v1/discrepancies/" + open.path(0).path("id").asText() + "/resolve",
                HttpRequest.BodyPublishers.ofString("{\"version\": 0, \"reason\": \"delivered by hand\"}"),
                "application/json");
        isSaid(reconcile("show"), 0, "nothing is open");
        isSaid(run(), 1, "new discrepancies 0");
    }

    private void certificates() throws Exception {
        JsonNode report = new ObjectMapper().readTree(run("--json").out());
        String digest = report.path("certificates").path(0).asText();
        Ended shown = reconcile("show", "--day", day, "--json");
        assertThat(shown.exit()).as(shown.err()).isEqualTo(1);
        JsonNode certificates = new ObjectMapper().readTree(shown.out());
        assertThat(certificates).hasSize(1);
        assertThat(certificates.path(0).path("digest").asText())
                .isEqualTo(digest)
                .hasSize(64);
        assertThat(certificates.path(0).path("certificate").path("account").asText())
                .isEqualTo("shop-eu");
        isSaid(
                reconcile("show", "--day", day),
                1,
                "NOT COMPLETE, because:",
                "1 statement rows: callback-missing",
                digest);

        // Of that payment the callback comes late after all: the same day is complete then.
        paid("evt_2", 2000);
        await().atMost(Duration.ofSeconds(60)).until(() -> run().exit() == 0);
        isSaid(reconcile("show", "--day", day), 0, "COMPLETE", "difference 0 (minor units)");
    }
}
