package tallygate.callback.provider.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.StateQuery.Found;
import tallygate.callback.provider.StateQuery.Standing;
import tallygate.callback.provider.StateQuery.Subject;
import tallygate.callback.provider.query.ApiSimulator.Reply;
import tallygate.signature.RawRequest;

/** Providers whose notices prove nothing, asked at a local simulator of their API. */
class UnsignedQueriesTest {
    private final ApiSimulator api = new ApiSimulator();

    @AfterEach
    void close() {
        api.close();
    }

    private static RawRequest post(String body) {
        return new RawRequest(
                "POST", "https", "h", "/callbacks/shop", List.of(), body.getBytes(StandardCharsets.UTF_8), "");
    }

    /** What the gateway does with a notice: judge it, and ask. */
    private Found asked(BoundProvider provider, RawRequest notice) throws InterruptedException {
        Judgement.NeedsConfirmation hint =
                (Judgement.NeedsConfirmation) provider.judge(notice, Optional.of(ApiSimulator.NOW));
        PaymentEvent claimed = hint.claimed().getFirst();
        return provider.stateQuery()
                .orElseThrow()
                .ask(
                        new Subject(claimed.providerTxnId(), claimed.bizId(), notice, hint.claimed()),
                        ApiSimulator.tools());
    }

    private static Found.Known known(Found found) {
        assertThat(found).isInstanceOf(Found.Known.class);
        return (Found.Known) found;
    }

    private static List<String> ids(Found found) {
        return known(found).events().stream().map(PaymentEvent::eventId).toList();
    }

    private static List<String> effects(Found found) {
        return known(found).events().stream()
                .flatMap(e -> e.effect().stream())
                .map(PaymentEvent.Effect::key)
                .toList();
    }

    private BoundProvider mollie() {
        return api.bound("mollie-legacy", Map.of("api-key", "live_key"));
    }

    private static String mollie(String status, String more) {
        return "{\"id\":\"tr_1\",\"mode\":\"live\",\"status\":\"" + status + "\",\"amount\":{\"value\":\"12.50\","
                                                                           + "\"currency\":\"EUR\"},\"metadata\":{\"order_id\":\"o-1\"},\"createdAt\":\"2026-11-30T10:00:00+00:00\""
                + more + "}";
    }

    @ParameterizedTest
    @CsvSource({
        "open, OPEN",
        "pending, IN_PROGRESS",
        "authorized, IN_PROGRESS",
        "canceled, ENDED_UNPAID",
        "expired, ENDED_UNPAID",
        "failed, ENDED_UNPAID",
        "paid, PAID"
    })
    void everyStateOfMollieIsAnEventOfItsOwn(String status, Standing standing) throws InterruptedException {
        api.knowing(Map.of("/v2/payments/tr_1", mollie(status, "")));
        Found found = asked(mollie(), post("id=tr_1"));
        assertThat(known(found).standing()).isEqualTo(standing);
        assertThat(ids(found)).containsExactly("tr_1:" + status);
        assertThat(effects(found)).isEqualTo(status.equals("paid") ? List.of("paid:tr_1") : List.of());
        assertThat(known(found).events().getFirst())
                .returns(1250L, e -> e.amountMinor().orElse(-1))
                .returns("EUR", PaymentEvent::currency)
                .returns("o-1", PaymentEvent::bizId);
        assertThat(api.questions()).singleElement().satisfies(q -> {
            assertThat(q.resource()).isEqualTo("/v2/payments/tr_1?embed=refunds,chargebacks");
            assertThat(q.header("Authorization")).isEqualTo("Bearer live_key");
        });
    }

    @Test
    void mollieRefundsAndChargebacksAreEventsBesideThePayment() throws InterruptedException {
        api.knowing(Map.of(
                "/v2/payments/tr_1",
                mollie(
                        "paid",
                        ",\"amountRefunded\":{\"value\":\"2.50\",\"currency\":\"EUR\"},\"_embedded\":{\"refunds\":[{\"id\":"
                            + "\"re_1\",\"status\":\"refunded\",\"amount\":{\"value\":\"2.50\",\"currency\":\"EUR\"}},"
                            + "{\"id\":\"re_2\",\"status\":\"pending\",\"amount\":{\"value\":\"1.00\",\"currency\":"
                            + "\"EUR\"}}],\"chargebacks\":[{\"id\":\"chb_1\",\"amount\":{\"value\":\"9.00\","
                            + "\"currency\":\"EUR\"}}]}")));
        Found found = asked(mollie(), post("id=tr_1"));
        assertThat(known(found).standing()).isEqualTo(Standing.PAID_THEN_REFUNDED);
        assertThat(ids(found)).containsExactly("tr_1:paid", "re_1:refunded", "re_2:pending", "chb_1:charged-back");
        assertThat(effects(found)).containsExactly("paid:tr_1", "refunded:re_1", "charged-back:chb_1");
    }

    @ParameterizedTest
    @CsvSource({"404, NoSuch", "410, NoSuch", "401, Failed", "500, Failed", "429, Failed", "302, Failed", "200, Failed"
    })
    void anAnswerWithoutThePaymentIsNeverAState(int status, String kind) throws InterruptedException {
        api.answering(_ -> Reply.of(status, "<html>"));
        Found found = asked(mollie(), post("id=tr_1"));
        assertThat(found.getClass().getSimpleName()).isEqualTo(kind);
        if (found instanceof Found.Failed failed) {
            assertThat(failed.isOurs()).isEqualTo(status == 401 || status == 302);
            assertThat(failed.why()).doesNotContain("live_key");
        }
    }

    @Test
    void anotherPaymentInTheAnswerIsNotBelieved() throws InterruptedException {
        api.knowing(Map.of("/v2/payments/tr_1", mollie("paid", "").replace("tr_1", "tr_2")));
        assertThat(asked(mollie(), post("id=tr_1"))).isInstanceOf(Found.Failed.class);
    }

    @Test
    void aHintCannotLeadTheQuestionElsewhere() {
        Judgement judged = mollie().judge(post("id=tr_1/../../v2/organizations"), Optional.empty());
        assertThat(judged).isInstanceOf(Judgement.Refused.class);
        assertThat(Api.encoded("a/../b?c#d e%2F")).isEqualTo("a%2F..%2Fb%3Fc%23d%20e%252F");
    }

    @Test
    void tossCancelsAreEventsAndAPaymentThatWasPaidBeforeIsMadeUpFor() throws InterruptedException {
        api.knowing(Map.of("/v1/payments/pk_1", """
            {"paymentKey":"pk_1","orderId":"o-1","status":"PARTIAL_CANCELED","totalAmount":5000,"currency":"KRW",
             "approvedAt":"2026-11-30T10:00:00+09:00","cancels":[
             {"transactionKey":"c_1","cancelAmount":1000,"cancelStatus":"DONE","canceledAt":"2026-11-30T11:00:00+09:00"},
             {"transactionKey":"c_2","cancelAmount":500,"cancelStatus":"DONE","canceledAt":"2026-11-30T12:00:00+09:00"}]}
            """));
        BoundProvider toss = api.bound("toss", Map.of("api-secret-key", "sk"));
        Found found = asked(
                toss,
                post(
                        "{\"eventType\":\"PAYMENT_STATUS_CHANGED\",\"data\":{\"paymentKey\":\"pk_1\",\"status\":\"DONE\"}}"));
        assertThat(ids(found)).containsExactly("pk_1:DONE", "pk_1:PARTIAL_CANCELED", "c_1:DONE", "c_2:DONE");
        assertThat(effects(found)).containsExactly("paid:pk_1", "refunded:c_1", "refunded:c_2");
        assertThat(api.questions().getFirst().header("Authorization"))
                .isEqualTo("Basic " + Base64.getEncoder().encodeToString("sk:".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void linePayIsAskedWithItsSignatureFirstForTheRequestThenForTheMoney() throws Exception {
        api.knowing(Map.of(
                "/v3/payments/requests/2026000000000000001/check", "{\"returnCode\":\"0123\"}", "/v3/payments", """
                {"returnCode":"0000","info":[{"transactionId":2026000000000000001,"orderId":"o-1","payStatus":"CAPTURE",
                 "transactionDate":"2026-11-30T10:00:00Z","currency":"TWD","payInfo":[{"method":"BALANCE","amount":80},
                 {"method":"POINT","amount":20}],"refundList":[{"refundTransactionId":"77","refundAmount":-30,
                 "transactionType":"PARTIAL_REFUND"}]}]}
                """));
        BoundProvider line = api.bound("linepay", Map.of("channel-id", "c-1", "channel-secret", "s3cret"));
        RawRequest notice = new RawRequest(
                "GET",
                "https",
                "h",
                "/callbacks/shop?transactionId=2026000000000000001&orderId=o-1",
                List.of(),
                new byte[0],
                "");
        Found found = asked(line, notice);
        assertThat(ids(found)).containsExactly("2026000000000000001:CAPTURE", "77:refunded");
        assertThat(known(found).events().getFirst().amountMinor()).hasValue(10_000);
        assertThat(known(found).events().getLast().amountMinor()).hasValue(3_000);
        ApiSimulator.Got details = api.questions().getLast();
        assertThat(details.resource()).isEqualTo("/v3/payments?transactionId=2026000000000000001");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("s3cret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String text =
                "s3cret/v3/paymentstransactionId=2026000000000000001" + details.header("X-LINE-Authorization-Nonce");
        assertThat(details.header("X-LINE-Authorization"))
                .isEqualTo(Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8))));
    }

    @ParameterizedTest
    @CsvSource({"0000, OPEN", "0110, IN_PROGRESS", "0121, ENDED_UNPAID", "0122, ENDED_UNPAID"})
    void aLinePayRequestThatIsNotPaidIsToldWithoutAnEffect(String code, Standing standing) throws InterruptedException {
        api.answering(_ -> Reply.of("{\"returnCode\":\"" + code + "\"}"));
        BoundProvider line = api.bound("linepay", Map.of("channel-id", "c-1", "channel-secret", "s"));
        Found found = line.stateQuery().orElseThrow().ask(Subject.of("20260001", "o-1"), ApiSimulator.tools());
        assertThat(known(found).standing()).isEqualTo(standing);
        assertThat(ids(found)).containsExactly("20260001:" + code);
        assertThat(effects(found)).isEmpty();
    }

    private Found gmo(String answer) throws InterruptedException {
        api.answering(_ -> Reply.of(answer));
        BoundProvider gmo = api.bound("gmo-pg", Map.of("shop-id", "tshop1", "shop-password", "pw"));
        return asked(
                gmo, post("ShopID=tshop1&AccessID=acc1&OrderID=o-1&Status=CAPTURE&Amount=1&TranID=t1&Currency=JPN"));
    }

    @Test
    void gmoIsAskedByOrderAndBelievedOnlyForTheSameAccessId() throws InterruptedException {
        Found found = gmo(
                "OrderID=o-1&Status=CAPTURE&ProcessDate=20261130100000&AccessID=acc1&AccessPass=zz&Amount=1200&TranID=t1");
        assertThat(ids(found)).containsExactly("acc1:CAPTURE:1200");
        assertThat(effects(found)).containsExactly("paid:acc1:1200");
        assertThat(new String(known(found).events().getFirst().content(), StandardCharsets.UTF_8))
                .doesNotContain("zz");
        assertThat(api.questions().getFirst().path()).isEqualTo("/payment/SearchTrade.idPass");
        assertThat(api.questions().getFirst().body()).contains("ShopID=tshop1", "ShopPass=pw", "OrderID=o-1");
        assertThat(gmo("OrderID=o-1&Status=CAPTURE&AccessID=other&Amount=1200")).isInstanceOf(Found.NoSuch.class);
        assertThat(gmo("ErrCode=E01&ErrInfo=E01110002")).isInstanceOf(Found.NoSuch.class);
        assertThat(gmo("ErrCode=E01&ErrInfo=E01030002"))
                .asInstanceOf(type(Found.Failed.class))
                .returns(true, Found.Failed::isOurs);
        assertThat(gmo("ErrCode=E91&ErrInfo=E91099999"))
                .asInstanceOf(type(Found.Failed.class))
                .returns(false, Found.Failed::isOurs);
    }

    @ParameterizedTest
    @CsvSource({"VERIFIED, Known", "INVALID, NoSuch", "<html>, Failed"})
    void aPayPalNoticeGoesBackByteForByte(String answer, String kind) throws InterruptedException {
        api.answering(_ -> Reply.of(answer));
        BoundProvider ipn = api.bound("paypal-ipn", Map.of("merchant-id", "R1"));
        String notice = "receiver_id=R1&txn_id=t-1&payment_status=Completed&mc_gross=10.00&mc_currency=USD"
                + "&charset=windows-1252&first_name=J%FCrgen+x&z=%2B";
        Found found = asked(ipn, post(notice));
        assertThat(found.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(api.questions()).singleElement().satisfies(q -> {
            assertThat(q.body()).isEqualTo("cmd=_notify-validate&" + notice);
            assertThat(q.path()).isEqualTo("/cgi-bin/webscr");
        });
        if (found instanceof Found.Known) {
            assertThat(ids(found)).containsExactly("t-1:Completed");
            assertThat(effects(found)).containsExactly("paid:t-1");
        }
    }

    /** PayPal verifies a forger's own notice too: about a payment to the forger. */
    @Test
    void aPayPalNoticeIsNotAskedAboutUntilTheReceiverIsConfigured() throws InterruptedException {
        BoundProvider ipn = api.bound("paypal-ipn", Map.of());
        assertThat(asked(ipn, post("txn_id=t-1&payment_status=Completed")))
                .asInstanceOf(type(Found.Failed.class))
                .returns(true, Found.Failed::isOurs);
        assertThat(api.questions()).isEmpty();
    }
}
