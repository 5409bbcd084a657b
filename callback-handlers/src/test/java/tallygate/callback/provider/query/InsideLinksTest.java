package tallygate.callback.provider.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.EventList.Page;
import tallygate.callback.provider.EventList.Span;
import tallygate.callback.provider.StatementSource;
import tallygate.callback.provider.StatementSource.Fetched;
import tallygate.callback.provider.query.ApiSimulator.Reply;

/**
 * An answer of a provider's API names a service inside, which would answer whoever calls it: nobody does, and no key is sent there.
 * Each attack is seen to work first: the same answer with the provider's own address is followed.
 */
@Tag("T-08")
class InsideLinksTest {
    @TempDir
    private Path folder;

    private final ApiSimulator api = new ApiSimulator();
    private final List<String> calledInside = new CopyOnWriteArrayList<>();
    private HttpServer inside;

    @BeforeEach
    void open() throws IOException {
        inside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        inside.createContext("/", exchange -> {
            calledInside.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders());
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            exchange.close();
        });
        inside.start();
    }

    @AfterEach
    void close() {
        api.close();
        inside.stop(0);
    }

    /** Ways to name it: plainly, behind the provider's name, and so that a careless comparison takes it for the provider's. */
    private List<String> addresses() {
        int port = inside.getAddress().getPort();
        String own = api.url().replace("http://", "");
        return List.of(
                "http://127.0.0.1:" + port,
                "http://" + own + "@127.0.0.1:" + port,
                "http://127.0.0.1:" + port + "/" + own,
                "//127.0.0.1:" + port,
                api.url() + "\\@127.0.0.1:" + port,
                api.url() + ".127.0.0.1.nip.example:" + port);
    }

    private Fetched fetch(BoundProvider provider, String going) throws Exception {
        return provider.statementSource()
                .orElseThrow()
                .fetch(
                        new StatementSource.Wanted(
                                "trade", LocalDate.parse("2026-11-29"), ZoneOffset.UTC, "", going, 1 << 20),
                        folder.resolve("bill"),
                        ApiSimulator.tools());
    }

    private BoundProvider paypal() {
        return api.bound(
                "paypal",
                new Credentials(Map.of(
                        "webhook-id", new Value.Text("WH-1"),
                        "certificate", new Value.Text(TestCertificate.pem("messageverificationcerts.paypal.com")),
                        "client-id", new Value.Text("app"),
                        "client-secret", new Value.Text("s3cret"))));
    }

    @Test
    void theNextPageOfAnEventList() throws InterruptedException {
        Span day = new Span(Instant.parse("2026-11-29T00:00:00Z"), Instant.parse("2026-11-30T00:00:00Z"));
        for (String address : addresses()) {
            String next = address + "/v1/notifications/webhooks-events?page=2";
            api.answering(got -> got.path().equals("/v1/oauth2/token")
                    ? Reply.of("{\"access_token\":\"A21\",\"expires_in\":32400}")
                    : Reply.of("{\"events\":[],\"links\":[{\"rel\":\"next\",\"href\":\"" + next.replace("\\", "\\\\")
                            + "\"}]}"));
            var list = paypal().eventList().orElseThrow();
            if (list.page(day, "", ApiSimulator.tools()) instanceof Page first
                    && first.next().isPresent()) {
                list.page(day, first.next().get(), ApiSimulator.tools());
            }
            assertThat(calledInside).as(next).isEmpty();
        }
    }

    @Test
    void theAddressOfAStatement() throws Exception {
        for (String address : addresses()) {
            String file = (address + "/file").replace("\\", "\\\\");
            api.answering(got -> got.path().startsWith("/v3/bill/")
                    ? SignedQueriesTest.signedByWechat(
                            200,
                            "{\"hash_type\":\"SHA1\",\"hash_value\":\"" + "a".repeat(40) + "\",\"download_url\":\""
                                    + file + "\"}")
                    : Reply.of(404, "{}"));
            assertThat(fetch(SignedQueriesTest.wechat(api), "")).as(file).isInstanceOf(Fetched.Failed.class);
            String node = "{\"code\":\"10000\",\"bill_download_url\":\"" + file + "\"}";
            api.answering(got -> got.path().equals("/gateway.do")
                    ? Reply.of("{\"alipay_data_dataservice_bill_downloadurl_query_response\":" + node + ",\"sign\":\""
                            + SignedQueriesTest.sign(SignedQueriesTest.THEIRS, node) + "\"}")
                    : Reply.of(404, "{}"));
            assertThat(fetch(SignedQueriesTest.alipay(api), "")).as(file).isInstanceOf(Fetched.Failed.class);
            api.answering(got -> got.path().startsWith("/v1/reporting/report_runs")
                    ? Reply.of("{\"id\":\"frr_1\",\"status\":\"succeeded\",\"result\":{\"url\":\"" + file + "\"}}")
                    : Reply.of(404, "{}"));
            BoundProvider stripe =
                    api.bound("stripe", Map.of("secrets", "whsec_c2VjcmV0c2VjcmV0c2VjcmV0", "api-key", "rk_live_1"));
            assertThat(fetch(stripe, "frr_1")).as(file).isInstanceOf(Fetched.Failed.class);
            assertThat(calledInside).as(file).isEmpty();
        }
    }

    /** The provider's own address answers with a redirect: that is an answer, and no way to go on. */
    @Test
    void aRedirectOfTheProvidersOwnAddress() throws Exception {
        String to = "http://127.0.0.1:" + inside.getAddress().getPort() + "/latest";
        api.answering(got -> got.path().startsWith("/v3/bill/")
                ? SignedQueriesTest.signedByWechat(
                        200,
                        "{\"hash_type\":\"SHA1\",\"hash_value\":\"" + "a".repeat(40) + "\",\"download_url\":\""
                                + api.url() + "/file\"}")
                : new Reply(302, Map.of("Location", to), ""));
        assertThat(fetch(SignedQueriesTest.wechat(api), "")).isInstanceOf(Fetched.Failed.class);
        assertThat(api.questions()).hasSize(2);
        assertThat(calledInside).isEmpty();
    }
}
