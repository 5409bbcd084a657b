package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.CodeEndpoints.TOSS;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.withHeader;
import static tallygate.callback.provider.code.TestEndpoint.without;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.catalog.Providers;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Notices that prove nothing: hints, never events. */
class HintsTest {
    private static Judgement.NeedsConfirmation hint(TestEndpoint endpoint, RawRequest request) {
        Judgement judgement = endpoint.bound().judge(request, Optional.of(NOW));
        assertThat(judgement).isInstanceOf(Judgement.NeedsConfirmation.class);
        return (Judgement.NeedsConfirmation) judgement;
    }

    private static RawRequest form(String body) {
        return Made.post(URL, List.of(), body.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static RawRequest get(String query) {
        return new RawRequest(
                "GET", "https", "pay.example.com", "/callbacks/shop?" + query, List.of(), new byte[0], "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"linepay", "gmo-pg", "mollie-legacy", "paypal-ipn"})
    void aProviderWithoutSignaturesSaysSo(String provider) {
        assertThat(Providers.builtIn().named(provider).orElseThrow().isUnsigned())
                .isTrue();
        assertThat(TestEndpoint.of(provider).bound().maker()).isEmpty();
    }

    @Test
    void aTransactionOfLinePayKeepsAllItsDigits() {
        Judgement.NeedsConfirmation hint =
                hint(TestEndpoint.of("linepay"), get("transactionId=2026010100698709711&orderId=ORDER-1"));
        assertThat(hint.hintId()).isEqualTo("2026010100698709711");
        assertThat(hint.claimed()).extracting(PaymentEvent::bizId).containsExactly("ORDER-1");
        assertThat(TestEndpoint.of("linepay").refusal(get("orderId=1"))).isEqualTo(Reason.BODY_MALFORMED);
    }

    @Test
    void gmoIsAnsweredWithOneDigit() {
        TestEndpoint gmo = TestEndpoint.of("gmo-pg");
        RawRequest request = form("ShopID=s1&AccessID=A1&OrderID=O1&Status=CAPTURE&Amount=1000&Currency=JPN");
        Judgement.NeedsConfirmation hint = hint(gmo, request);
        PaymentEvent claimed = hint.claimed().getFirst();
        assertThat(hint.answer().body()).isEqualTo(new byte[] {'0'});
        assertThat(gmo.bound().tryAgain().body()).isEqualTo(new byte[] {'1'});
        assertThat(hint.hintId()).isEqualTo("A1");
        assertThat(claimed.currency()).isEqualTo("JPY");
        assertThat(claimed.amountMinor()).hasValue(1_000);
        assertThat(claimed.effect()).isEmpty();
        assertThat(gmo.with("merchant-id", "s2").refusal(request)).isEqualTo(Reason.MERCHANT_MISMATCH);
    }

    @Test
    void mollieSendsAnIdAndNothingElse() {
        TestEndpoint mollie = TestEndpoint.of("mollie-legacy");
        assertThat(hint(mollie, form("id=tr_d0b0E3EA3v")).hintId()).isEqualTo("tr_d0b0E3EA3v");
        assertThat(hint(mollie, form("id=tr_d0b0E3EA3v")).answer().status()).isEqualTo(200);
        for (String body : List.of("", "id=", "id=a&id=b", "id=../../x", "id=" + "x".repeat(65))) {
            assertThat(mollie.refusal(form(body))).isEqualTo(Reason.BODY_MALFORMED);
        }
    }

    @Test
    void anIpnIsReadInItsOwnCharsetAndItsStateIsPartOfItsIdentity() {
        TestEndpoint ipn = TestEndpoint.of("paypal-ipn");
        String body = "txn_id=T1&payment_status=%s&mc_gross=19.95&mc_currency=USD&invoice=INV-1&charset=windows-1252"
                + "&item_name=Caf%%E9&payment_date=20%%3A12%%3A59+Jan+13%%2C+2009+PST&txn_type=web_accept";
        Judgement.NeedsConfirmation pending = hint(ipn, form(body.formatted("Pending")));
        Judgement.NeedsConfirmation completed = hint(ipn, form(body.formatted("Completed")));
        PaymentEvent claimed = completed.claimed().getFirst();
        assertThat(pending.hintId()).isEqualTo(completed.hintId()).isEqualTo("T1");
        assertThat(claimed.eventId()).isNotEqualTo(pending.claimed().getFirst().eventId());
        assertThat(new String(claimed.content(), StandardCharsets.UTF_8)).contains("item_name=Caf%C3%A9");
        assertThat(claimed.occurredAt()).contains(Instant.parse("2009-01-14T04:12:59Z"));
        assertThat(claimed.amountMinor()).hasValue(1_995);
        assertThat(completed.answer().status()).isEqualTo(200);
        assertThat(completed.answer().body()).isEmpty();
    }

    private static RawRequest toss(String type, String more) {
        return Made.json(
                URL,
                List.of(new Header(Toss.ID, "whtrans_1")),
                "{\"eventType\":\"" + type + "\",\"createdAt\":\"2026-01-01T09:00:00.000000\"" + more + "}");
    }

    @Test
    void anOrdinaryPaymentEventOfTossIsAHint() {
        RawRequest request = toss(
                "PAYMENT_STATUS_CHANGED",
                ",\"data\":{\"paymentKey\":\"P1\",\"orderId\":\"O1\",\"status\":\"DONE\",\"totalAmount\":15000}");
        Judgement.NeedsConfirmation hint = hint(TOSS, request);
        PaymentEvent claimed = hint.claimed().getFirst();
        assertThat(hint.hintId()).isEqualTo("P1");
        assertThat(claimed.eventId()).isEqualTo("P1:DONE");
        assertThat(claimed.amountMinor()).hasValue(15_000);
        assertThat(claimed.currency()).isEqualTo("KRW");
        assertThat(claimed.occurredAt()).contains(Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void aPayoutOfTossMustBeSignedAndAnyOfItsSignaturesMayFit() {
        RawRequest request = TOSS.genuineRequest();
        String signature =
                request.headerValues("tosspayments-webhook-signature").getFirst();
        PaymentEvent event = TOSS.event(request);
        assertThat(event.eventId()).isEqualTo("EV-1");
        assertThat(event.effect()).map(PaymentEvent.Effect::key).contains("paid-out:TXN-1");
        assertThat(TOSS.refusal(without(request, "tosspayments-webhook-signature")))
                .isEqualTo(Reason.SIGNATURE_MISSING);
        String several = signature.replace("v1:", "v1:AAAA,zz,");
        assertThat(TOSS.genuine(withHeader(request, "tosspayments-webhook-signature", several))
                        .events())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"v2:AAAA, SIGNATURE_MALFORMED", "v1:%%, SIGNATURE_MALFORMED", "v1:AAAA, SIGNATURE_MISMATCH"})
    void anythingElseInTheSignatureHeaderOfTossIsRefused(String header, Reason reason) {
        assertThat(TOSS.refusal(withHeader(TOSS.genuineRequest(), "tosspayments-webhook-signature", header)))
                .isEqualTo(reason);
    }

    @Test
    void aDepositIntoAVirtualAccountCarriesTheSecretOfItsPayment() {
        TestEndpoint deposits = TOSS.withAll("secrets", "ps_secret");
        String more = ",\"orderId\":\"O1\",\"status\":\"DONE\",\"transactionKey\":\"K1\",\"secret\":\"%s\"";
        PaymentEvent event = deposits.event(toss("DEPOSIT_CALLBACK", more.formatted("ps_secret")));
        assertThat(event.bizId()).isEqualTo("O1");
        assertThat(event.effect()).isEmpty();
        assertThat(deposits.refusal(toss("DEPOSIT_CALLBACK", more.formatted("other"))))
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
        assertThat(deposits.refusal(toss("DEPOSIT_CALLBACK", ",\"orderId\":\"O1\"")))
                .isEqualTo(Reason.SIGNATURE_MISSING);
        assertThat(hint(TOSS, toss("DEPOSIT_CALLBACK", more.formatted("ps_secret")))
                        .claimed())
                .hasSize(1);
    }
}
