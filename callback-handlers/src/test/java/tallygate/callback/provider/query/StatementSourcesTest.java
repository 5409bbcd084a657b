package tallygate.callback.provider.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.StatementSource;
import tallygate.callback.provider.StatementSource.Fetched;
import tallygate.callback.provider.query.ApiSimulator.Got;
import tallygate.callback.provider.query.ApiSimulator.Reply;

/** Statements from providers' APIs, over real HTTP through the guarded client. */
class StatementSourcesTest {
    private static final String BILL = "交易时间,公众账号ID\r\n`2026-11-29 09:12:44,`wx1\r\n";

    @TempDir
    private Path folder;

    private final ApiSimulator api = new ApiSimulator();

    @AfterEach
    void close() {
        api.close();
    }

    private Fetched fetch(BoundProvider provider, String kind, String report, String going) throws Exception {
        return fetch(provider, kind, report, going, 1 << 20);
    }

    private Fetched fetch(BoundProvider provider, String kind, String report, String going, long bytesMax)
            throws Exception {
        return provider.statementSource()
                .orElseThrow()
                .fetch(
                        new StatementSource.Wanted(
                                kind, LocalDate.parse("2026-11-29"), ZoneOffset.UTC, report, going, bytesMax),
                        file(),
                        ApiSimulator.tools());
    }

    private Path file() {
        return folder.resolve("bill");
    }

    private static String sha1(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    private void wechatHas(String hash, byte[] file) {
        api.answering(got -> got.path().startsWith("/v3/bill/")
                ? SignedQueriesTest.signedByWechat(
                        200,
                        "{\"hash_type\":\"SHA1\",\"hash_value\":\"" + hash + "\",\"download_url\":\"" + api.url()
                                + "/v3/billdownload/file?token=abc\"}")
                : Reply.of(file));
    }

    @Test
    void wechatsBillIsDownloadedPackedAndItsHashIsThatOfTheText() throws Exception {
        wechatHas(sha1(BILL), gzip(BILL));
        assertThat(fetch(SignedQueriesTest.wechat(api), "trade", "", "")).isEqualTo(new Fetched.Whole(sha1(BILL)));
        assertThat(Files.readAllBytes(file())).isEqualTo(gzip(BILL));
        assertThat(api.questions())
                .extracting(Got::resource)
                .containsExactly(
                        "/v3/bill/tradebill?bill_date=2026-11-29&bill_type=ALL&tar_type=GZIP",
                        "/v3/billdownload/file?token=abc");
        assertThat(api.questions())
                .extracting(got -> got.header("Authorization"))
                .allMatch(value -> value.startsWith("WECHATPAY2-SHA256-RSA2048 mchid=\"1900000109\""));
        fetch(SignedQueriesTest.wechat(api), "fund", "", "");
        assertThat(api.questions().get(2).resource())
                .startsWith("/v3/bill/fundflowbill?bill_date=2026-11-29&account_type=BASIC");
    }

    @Test
    void aFileThatIsNotTheOneThatWasHashedIsNotTaken() throws Exception {
        wechatHas(sha1(BILL), gzip(BILL + "`"));
        assertThat(fetch(SignedQueriesTest.wechat(api), "trade", "", ""))
                .isInstanceOfSatisfying(
                        Fetched.Failed.class, failed -> assertThat(failed.why()).contains("SHA-1"));
    }

    @Test
    void aFileAboveTheLimitIsNotTaken() throws Exception {
        wechatHas(sha1(BILL), gzip(BILL));
        assertThat(fetch(SignedQueriesTest.wechat(api), "trade", "", "", 20))
                .isInstanceOfSatisfying(
                        Fetched.Failed.class, failed -> assertThat(failed.why()).contains("more than 20 bytes"));
    }

    @Test
    void aDayWithoutABillAndABillThatIsBeingMadeAreTwoThings() throws Exception {
        BoundProvider wechat = SignedQueriesTest.wechat(api);
        api.answering(_ -> SignedQueriesTest.signedByWechat(400, "{\"code\":\"NO_STATEMENT_EXIST\"}"));
        assertThat(fetch(wechat, "trade", "", "")).isInstanceOf(Fetched.NothingThatDay.class);
        api.answering(_ -> SignedQueriesTest.signedByWechat(400, "{\"code\":\"STATEMENT_CREATING\"}"));
        assertThat(fetch(wechat, "trade", "", "")).isInstanceOf(Fetched.NotYet.class);
        api.answering(_ -> Reply.of(400, "{\"code\":\"NO_STATEMENT_EXIST\"}"));
        assertThat(fetch(wechat, "trade", "", "")).as("nobody signed it").isInstanceOf(Fetched.Failed.class);
    }

    private static final String ALIPAY_NODE = "alipay_data_dataservice_bill_downloadurl_query_response";

    private void alipaySays(String node) {
        api.answering(got -> got.path().equals("/gateway.do")
                ? Reply.of("{\"" + ALIPAY_NODE + "\":" + node + ",\"sign\":\""
                        + SignedQueriesTest.sign(SignedQueriesTest.THEIRS, node) + "\"}")
                : Reply.of("PK zip"));
    }

    @Test
    void alipaysBillIsDownloadedFromTheSignedAddressAndFromNoOtherHost() throws Exception {
        BoundProvider alipay = SignedQueriesTest.alipay(api);
        alipaySays(
                "{\"code\":\"10000\",\"bill_download_url\":\"" + api.url() + "/downloadBillFile.resource?token=x\"}");
        assertThat(fetch(alipay, "trade", "", "")).isEqualTo(new Fetched.Whole(""));
        assertThat(file()).content().isEqualTo("PK zip");
        assertThat(api.questions().getFirst().body())
                .contains("alipay.data.dataservice.bill.downloadurl.query", "2026-11-29", "trade");
        alipaySays("{\"code\":\"10000\",\"bill_download_url\":\"http://169.254.169.254/latest\"}");
        assertThat(fetch(alipay, "trade", "", ""))
                .isInstanceOfSatisfying(
                        Fetched.Failed.class, failed -> assertThat(failed.why()).contains("host of its own"));
        alipaySays("{\"code\":\"40004\",\"sub_code\":\"isp.bill_not_exist\"}");
        assertThat(fetch(alipay, "trade", "", "")).isInstanceOf(Fetched.NotYet.class);
    }

    @Test
    void stripesReportIsOrderedOnceAndDownloadedWhenItIsMade() throws Exception {
        BoundProvider stripe =
                api.bound("stripe", Map.of("secrets", "whsec_c2VjcmV0c2VjcmV0c2VjcmV0", "api-key", "rk_live_1"));
        String[] status = {"pending"};
        api.answering(got -> switch (got.path()) {
            case "/v1/reporting/report_runs", "/v1/reporting/report_runs/frr_1" ->
                Reply.of("{\"id\":\"frr_1\",\"status\":\"" + status[0] + "\",\"result\":{\"url\":\"" + api.url()
                        + "/v1/files/f1/contents\"}}");
            case "/v1/files/f1/contents" -> Reply.of("csv");
            default -> Reply.of(404, "{}");
        });
        Fetched.NotYet made = (Fetched.NotYet) fetch(stripe, "trade", "", "");
        assertThat(made.going()).isEqualTo("frr_1");
        assertThat(api.questions().getFirst().body())
                .contains("interval_start%5D=1795910400", "interval_end%5D=1795996800", "reporting_category");
        status[0] = "succeeded";
        assertThat(fetch(stripe, "trade", "", made.going())).isEqualTo(new Fetched.Whole(""));
        assertThat(file()).content().isEqualTo("csv");
        assertThat(api.questions())
                .extracting(got -> got.method() + " " + got.path())
                .containsExactly(
                        "POST /v1/reporting/report_runs",
                        "GET /v1/reporting/report_runs/frr_1",
                        "GET /v1/files/f1/contents");
        assertThat(api.questions()).allMatch(got -> got.header("Authorization").equals("Bearer rk_live_1"));
    }

    private static String transaction(String id, String value, String fee) {
        return "{\"transaction_info\":{\"transaction_id\":\"" + id + "\",\"transaction_event_code\":\"T0006\","
                                                                   + "\"transaction_initiation_date\":\"2026-11-29T08:10:00+0000\",\"transaction_amount\":{\"currency_code\":"
                                                                   + "\"USD\",\"value\":\"" + value + "\"},\"fee_amount\":{\"currency_code\":\"USD\",\"value\":\"" + fee
                + "\"},\"invoice_id\":\"say \\\"PG-1\\\"\"}}";
    }

    @Test
    void paypalsPagesGoOnWhereTheyWereCutOff() throws Exception {
        BoundProvider paypal = api.bound(
                "paypal",
                Map.of("webhook-id", "w", "client-id", "c", "client-secret", "s", "certificate-download", "on"));
        boolean[] isAway = {true};
        api.answering(got -> {
            if (got.path().equals("/v1/oauth2/token")) {
                return Reply.of("{\"access_token\":\"t\",\"expires_in\":3600}");
            }
            boolean isSecond = got.resource().endsWith("page=2");
            return isSecond && isAway[0]
                    ? Reply.of(503, "")
                    : Reply.of("{\"account_number\":\"A1\",\"last_refreshed_datetime\":\"2026-11-30T03:00:00+0000\","
                            + "\"total_pages\":2,\"transaction_details\":["
                            + (isSecond ? transaction("T2", "-10.00", "0.30") : transaction("T1", "25.00", "-1.17"))
                            + "]}");
        });
        Fetched.NotYet cut = (Fetched.NotYet) fetch(paypal, "trade", "", "");
        assertThat(cut.going()).startsWith("page=2 rows=1 bytes=");
        Files.writeString(file(), Files.readString(file()) + "half a li");
        isAway[0] = false;
        assertThat(fetch(paypal, "trade", "", cut.going())).isEqualTo(new Fetched.Whole(""));
        List<String> lines = Files.readAllLines(file());
        assertThat(lines.get(2)).isEqualTo("\"SH\",\"\",\"\",\"A1\",\"\"");
        assertThat(lines.get(4))
                .isEqualTo("\"SB\",\"T1\",\"say \"\"PG-1\"\"\",\"\",\"\",\"T0006\",\"2026/11/29 08:10:00 +0000\","
                        + "\"2026/11/29 08:10:00 +0000\",\"CR\",\"2500\",\"USD\",\"DR\",\"117\",\"USD\",\"\"");
        assertThat(lines.get(5)).contains("\"T2\"", "\"DR\",\"1000\",\"USD\",\"CR\",\"30\"");
        assertThat(lines.subList(6, 9)).containsExactly("\"SC\",\"2\"", "\"RC\",\"2\"", "\"FF\",\"\"");
    }

    @Test
    void paypalIsNotBelievedBeyondWhatItHasIndexed() throws Exception {
        BoundProvider paypal = api.bound(
                "paypal",
                Map.of("webhook-id", "w", "client-id", "c", "client-secret", "s", "certificate-download", "on"));
        api.answering(
                got -> Reply.of(
                        got.path().equals("/v1/oauth2/token")
                                ? "{\"access_token\":\"t\",\"expires_in\":3600}"
                                : "{\"last_refreshed_datetime\":\"2026-11-29T22:00:00+0000\",\"total_pages\":1,\"transaction_details\":[]}"));
        assertThat(fetch(paypal, "trade", "", "")).isInstanceOf(Fetched.NotYet.class);
    }

    @Test
    void adyensReportIsFetchedByItsNameWithTheReportKeyAndNothingElseIs() throws Exception {
        BoundProvider adyen = api.bound(
                "adyen", Map.of("secrets", "00".repeat(32), "report-api-key", "AQ1", "report-account", "ShopECOM"));
        api.answering(_ -> Reply.of("csv"));
        assertThat(fetch(adyen, "trade", "settlement_detail_report_batch_77.csv", ""))
                .isEqualTo(new Fetched.Whole(""));
        assertThat(api.questions().getFirst().path())
                .isEqualTo("/reports/download/MerchantAccount/ShopECOM/settlement_detail_report_batch_77.csv");
        assertThat(api.questions().getFirst().header("X-API-Key")).isEqualTo("AQ1");
        assertThat(fetch(adyen, "trade", "../../x", "")).isInstanceOf(Fetched.NothingThatDay.class);
        assertThat(api.questions()).hasSize(1);
    }
}
