package tallygate.callback.provider.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.StateQuery.Found;
import tallygate.callback.provider.StateQuery.Standing;
import tallygate.callback.provider.StateQuery.Subject;
import tallygate.callback.provider.query.ApiSimulator.Reply;

/** WeChat Pay and Alipay: our requests are signed, and their answers are believed only when they are. */
class SignedQueriesTest {
    static final KeyPair OURS = keys();
    static final KeyPair THEIRS = keys();
    private static final String PUBLIC_KEY_ID = "PUB_KEY_ID_0114232134912410000000000000";

    private final ApiSimulator api = new ApiSimulator();

    @AfterEach
    void close() {
        api.close();
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static String sign(KeyPair keys, String text) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private BoundProvider wechat() {
        return wechat(api);
    }

    static BoundProvider wechat(ApiSimulator api) {
        return api.bound(
                "wechatpay-v3",
                new Credentials(Map.of(
                        "api-v3-key", new Value.Text("0123456789abcdef0123456789ABCDEF"),
                        "public-keys",
                                new Value.TextMap(Map.of(
                                        PUBLIC_KEY_ID, base64(THEIRS.getPublic().getEncoded()))),
                        "merchant-id", new Value.Text("1900000109"),
                        "merchant-serial", new Value.Text("7132D72A03E93CDDF8C03BBD1F37EEDF3A"),
                        "merchant-private-key",
                                new Value.Text(base64(OURS.getPrivate().getEncoded())))));
    }

    private static Reply signedByWechat(int status, String body, KeyPair keys, long at, String serial) {
        String nonce = "c5ac7061fccab6bf3e254dcf98995b8c";
        return new Reply(
                status,
                Map.of(
                        "Wechatpay-Serial",
                        serial,
                        "Wechatpay-Timestamp",
                        Long.toString(at),
                        "Wechatpay-Nonce",
                        nonce,
                        "Wechatpay-Signature",
                        sign(keys, at + "\n" + nonce + "\n" + body + "\n")),
                body);
    }

    static Reply signedByWechat(int status, String body) {
        return signedByWechat(status, body, THEIRS, ApiSimulator.NOW.getEpochSecond(), PUBLIC_KEY_ID);
    }

    private static String order(String state) {
        return "{\"mchid\":\"1900000109\",\"out_trade_no\":\"o-1\",\"transaction_id\":\"42000001\",\"trade_state\":\""
                + state
                + "\",\"success_time\":\"2026-11-30T10:00:00+08:00\",\"amount\":{\"total\":100,\"currency\":\"CNY\"}}";
    }

    private Found askWechat() throws InterruptedException {
        return wechat().stateQuery().orElseThrow().ask(Subject.of("", "o-1"), ApiSimulator.tools());
    }

    @ParameterizedTest
    @CsvSource({
        "SUCCESS, PAID",
        "REFUND, PAID_THEN_REFUNDED",
        "NOTPAY, OPEN",
        "CLOSED, ENDED_UNPAID",
        "REVOKED, ENDED_UNPAID",
        "USERPAYING, IN_PROGRESS",
        "PAYERROR, ENDED_UNPAID"
    })
    void wechatTellsTheStateOfAnOrder(String state, Standing standing) throws InterruptedException {
        api.answering(_ -> signedByWechat(200, order(state)));
        Found.Known known = (Found.Known) askWechat();
        assertThat(known.standing()).isEqualTo(standing);
        PaymentEvent event = known.events().getFirst();
        assertThat(event.eventId()).isEqualTo("42000001:" + state);
        assertThat(event.amountMinor()).hasValue(100);
        boolean isPaid = state.equals("SUCCESS") || state.equals("REFUND");
        assertThat(event.effect().map(PaymentEvent.Effect::key))
                .isEqualTo(isPaid ? Optional.of("paid:42000001") : Optional.empty());
    }

    @Test
    void ourRequestToWechatIsSignedOverExactlyWhatIsSent() throws Exception {
        api.answering(_ -> signedByWechat(200, order("SUCCESS")));
        askWechat();
        ApiSimulator.Got got = api.questions().getFirst();
        assertThat(got.resource()).isEqualTo("/v3/pay/transactions/out-trade-no/o-1?mchid=1900000109");
        assertThat(got.header("Wechatpay-Serial")).isEqualTo(PUBLIC_KEY_ID);
        String authorization = got.header("Authorization");
        assertThat(authorization).startsWith("WECHATPAY2-SHA256-RSA2048 mchid=\"1900000109\",nonce_str=\"");
        String nonce = authorization.replaceAll(".*nonce_str=\"([^\"]+)\".*", "$1");
        assertThat(nonce).hasSize(32);
        String text = "GET\n" + got.resource() + "\n" + ApiSimulator.NOW.getEpochSecond() + "\n" + nonce + "\n\n";
        assertThat(authorization.replaceAll(".*signature=\"([^\"]+)\".*", "$1")).isEqualTo(sign(OURS, text));
    }

    @Test
    void anAnswerThatWechatDidNotSignIsNoState() throws InterruptedException {
        long now = ApiSimulator.NOW.getEpochSecond();
        String body = order("SUCCESS");
        api.answering(_ -> Reply.of(body));
        assertThat(askWechat()).isInstanceOf(Found.Failed.class);
        api.answering(_ -> signedByWechat(200, body, OURS, now, PUBLIC_KEY_ID));
        assertThat(askWechat()).isInstanceOf(Found.Failed.class);
        api.answering(_ -> signedByWechat(200, body, THEIRS, now - 301, PUBLIC_KEY_ID));
        assertThat(askWechat()).isInstanceOf(Found.Failed.class);
        api.answering(_ -> signedByWechat(200, body, THEIRS, now, "PUB_KEY_ID_2"));
        assertThat(askWechat()).isInstanceOf(Found.Failed.class);
        api.answering(_ -> {
            Reply signed = signedByWechat(200, body);
            return new Reply(200, signed.headers(), body.replace("100", "900"));
        });
        assertThat(askWechat()).isInstanceOf(Found.Failed.class);
        api.answering(_ -> Reply.of(404, "{\"code\":\"ORDER_NOT_EXIST\"}"));
        assertThat(askWechat()).as("an unsigned 404 proves nothing").isInstanceOf(Found.Failed.class);
        api.answering(_ -> signedByWechat(404, "{\"code\":\"ORDER_NOT_EXIST\"}"));
        assertThat(askWechat()).isInstanceOf(Found.NoSuch.class);
    }

    private BoundProvider alipay() {
        return alipay(api);
    }

    static BoundProvider alipay(ApiSimulator api) {
        return api.bound(
                "alipay",
                Map.of(
                        "public-key", base64(THEIRS.getPublic().getEncoded()),
                        "app-id", "2021000000000000",
                        "app-private-key", base64(OURS.getPrivate().getEncoded())));
    }

    private Found askAlipay(String node) throws InterruptedException {
        api.answering(_ ->
                Reply.of("{\"alipay_trade_query_response\":" + node + ",\"sign\":\"" + sign(THEIRS, node) + "\"}"));
        return alipay().stateQuery().orElseThrow().ask(Subject.of("", "o-1"), ApiSimulator.tools());
    }

    private static String trade(String status, String paidAt) {
        return "{\"code\":\"10000\",\"msg\":\"Success\",\"trade_no\":\"2026T1\","
                + " \"out_trade_no\":\"o-1\",\"trade_status\":\""
                + status + "\",\"total_amount\":\"88.88\"" + paidAt + "}";
    }

    @Test
    @Tag("O-061")
    void ourOwnApplicationsKeyIsNotTakenForAlipays() {
        assertThatThrownBy(() -> api.bound(
                        "alipay",
                        Map.of(
                                "public-key", base64(OURS.getPublic().getEncoded()),
                                "app-id", "2021000000000000",
                                "app-private-key", base64(OURS.getPrivate().getEncoded()))))
                .hasMessageContaining("public half of app-private-key");
    }

    @Test
    void alipayTellsTheStateOfATrade() throws InterruptedException {
        String paidAt = ",\"send_pay_date\":\"2026-11-30 10:00:00\"";
        Found.Known paid = (Found.Known) askAlipay(trade("TRADE_SUCCESS", paidAt));
        assertThat(paid.standing()).isEqualTo(Standing.PAID);
        assertThat(paid.events().getFirst().amountMinor()).hasValue(8888);
        assertThat(paid.events().getFirst().effect()).contains(new PaymentEvent.Effect("paid", "2026T1"));
        assertThat(((Found.Known) askAlipay(trade("TRADE_CLOSED", paidAt))).standing())
                .isEqualTo(Standing.PAID_THEN_REFUNDED);
        assertThat(((Found.Known) askAlipay(trade("TRADE_CLOSED", ""))).standing())
                .isEqualTo(Standing.ENDED_UNPAID);
        assertThat(((Found.Known) askAlipay(trade("WAIT_BUYER_PAY", ""))).standing())
                .isEqualTo(Standing.OPEN);
        assertThat(askAlipay("{\"code\":\"40004\",\"sub_code\":\"ACQ.TRADE_NOT_EXIST\"}"))
                .isInstanceOf(Found.NoSuch.class);
        assertThat(askAlipay("{\"code\":\"20000\",\"sub_code\":\"isp.unknow-error\"}"))
                .asInstanceOf(type(Found.Failed.class))
                .returns(false, Found.Failed::isOurs);
    }

    @Test
    void ourRequestToAlipayIsSignedOverItsRawSortedParameters() throws InterruptedException {
        askAlipay(trade("TRADE_SUCCESS", ""));
        ApiSimulator.Got got = api.questions().getFirst();
        assertThat(got.method() + " " + got.path()).isEqualTo("POST /gateway.do");
        Map<String, String> sent = new TreeMap<>();
        for (String pair : got.body().split("&")) {
            String[] parts = pair.split("=", 2);
            sent.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        String signature = sent.remove("sign");
        assertThat(sent)
                .containsEntry("biz_content", "{\"out_trade_no\":\"o-1\"}")
                .containsEntry("timestamp", "2026-11-30 20:00:00")
                .containsEntry("method", "alipay.trade.query");
        String text = sent.entrySet().stream().map(Object::toString).collect(Collectors.joining("&"));
        assertThat(signature).isEqualTo(sign(OURS, text));
    }

    @Test
    void anAnswerThatAlipayDidNotSignIsNoState() throws InterruptedException {
        String node = trade("TRADE_SUCCESS", "");
        for (String body : new String[] {
            "{\"alipay_trade_query_response\":" + node + "}",
            "{\"alipay_trade_query_response\":" + node + ",\"sign\":\"" + sign(OURS, node) + "\"}",
            "{\"alipay_trade_query_response\":" + node.replace("88.88", "99.99") + ",\"sign\":\"" + sign(THEIRS, node)
                    + "\"}",
            "{\"alipay_trade_query_response\":" + node + ",\"sign\":\"" + sign(THEIRS, node)
                    + "\",\"alipay_trade_query_response\":{}}"
        }) {
            api.answering(_ -> Reply.of(body));
            assertThat(alipay().stateQuery().orElseThrow().ask(Subject.of("", "o-1"), ApiSimulator.tools()))
                    .isInstanceOf(Found.Failed.class);
        }
    }
}
