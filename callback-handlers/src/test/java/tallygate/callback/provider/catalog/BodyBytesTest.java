package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.catalog.StripeSigned.endpoint;
import static tallygate.callback.provider.catalog.StripeSigned.signed;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** The bytes that came are what is checked, kept and read. */
class BodyBytesTest {
    private static PaymentEvent event(String body) {
        List<PaymentEvent> events = endpoint().genuine(signed(body)).events();
        assertThat(events).hasSize(1);
        return events.getFirst();
    }

    @Test
    @Tag("O-001")
    void escapesThatAPrinterWouldNormaliseStay() {
        String body =
                "{\"id\":\"evt_9\",\"type\":\"a\",\"u\":\"https:\\/\\/x.test\\/?a=1\\u0026b=2\",\"t\":\"\\u2028\"}";
        assertThat(new String(event(body).content(), StandardCharsets.UTF_8)).isEqualTo(body);
    }

    @Test
    @Tag("O-003")
    void aByteOrderMarkIsSignedAndSkipped() {
        assertThat(event("\uFEFF" + StripeSigned.BODY).eventId()).isEqualTo("evt_1");
    }

    @Test
    @Tag("O-003")
    void aMarkThatWasNotSignedIsRefused() {
        RawRequest request = signed(StripeSigned.BODY);
        assertThat(endpoint()
                        .refused(Made.withBody(request, StripeSigned.bytes("\uFEFF" + StripeSigned.BODY)))
                        .reason())
                .isEqualTo(Reason.SIGNATURE_MISMATCH);
    }

    @Test
    @Tag("O-004")
    void bytesThatAreNotUtf8AreKeptForAPersonAndNeverSwapped() {
        byte[] body = StripeSigned.bytes("{\"id\":\"evt_1\",\"note\":\"?\"}");
        body[body.length - 3] = (byte) 0xE9;
        PaymentEvent event = endpoint().genuine(signed(body)).events().getFirst();
        assertThat(event.hold()).isEqualTo("unreadable");
        assertThat(event.content()).isEqualTo(body);
    }

    @ParameterizedTest
    @Tag("O-010")
    @ValueSource(
            strings = {
                "",
                "text/plain",
                "application/json; charset=ISO-8859-1",
                "application/json; charset=nonsense",
                "application/json, application/json"
            })
    void theContentTypeLabelDecidesNothing(String label) {
        String body = "{\"id\":\"evt_1\",\"type\":\"a\",\"data\":{\"object\":{\"metadata\":{\"order_id\":\"订单\"}}}}";
        RawRequest plain = signed(body);
        RawRequest labelled =
                Made.withHeaders(plain, List.of(plain.headers().getFirst(), new Header("Content-Type", label)));
        assertThat(endpoint().genuine(labelled).events().getFirst().bizId()).isEqualTo("订单");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"id\":null,", "\"id\":\"\",", "\"id\":5,", "\"id\":{\"a\":1},"})
    @Tag("O-076")
    void anEventWithoutAnIdIsRefusedOrHasTheSameIdEachTime(String id) {
        String body = "{" + id + "\"type\":\"a\",\"object\":\"event\"}";
        Judgement first = judged(body);
        Judgement second = judged(body);
        switch (first) {
            case Judgement.Refused refused ->
                assertThat(refused.answer().status()).isEqualTo(400);
            case Judgement.Genuine genuine ->
                assertThat(genuine.events()).singleElement().satisfies(event -> {
                    assertThat(event.eventId()).isNotBlank();
                    assertThat(((Judgement.Genuine) second).events().getFirst().eventId())
                            .isEqualTo(event.eventId());
                });
            case Judgement.NeedsConfirmation _, Judgement.Handshake _ -> throw new AssertionError(first.toString());
        }
    }

    private static Judgement judged(String body) {
        return endpoint().provider().judge(signed(body), Optional.of(Made.NOW));
    }

    @Test
    @Tag("O-018")
    void idsAboveTwoToTheFiftyThirdStayExact() {
        assertThat(event("{\"id\":8389765929445198309,\"type\":\"a\"}").eventId())
                .isEqualTo("8389765929445198309");
        assertThat(event("{\"id\":8389765929445198310,\"type\":\"a\"}").eventId())
                .isEqualTo("8389765929445198310");
    }

    @Test
    @Tag("O-019")
    @Tag("O-102")
    @Tag("T-19")
    void aKeyThatStandsTwiceIsRefusedThoughTheSignatureFits() {
        Judgement.Refused refused =
                endpoint().refused(signed("{\"id\":\"evt_1\",\"amount\":100,\"amount\":1,\"id\":\"evt_2\"}"));
        assertThat(refused.reason()).isEqualTo(Reason.BODY_MALFORMED);
        assertThat(refused.answer().status()).isEqualTo(400);
    }

    @Test
    @Tag("O-020")
    void anEmptyBodyIsRefusedSignedOrNot() {
        assertThat(endpoint().refused(signed("")).answer().status()).isEqualTo(400);
        assertThat(endpoint()
                        .refused(StripeSigned.request(new byte[0]))
                        .answer()
                        .status())
                .isEqualTo(401);
    }

    @Test
    @Tag("O-025")
    void nulAndLoneSurrogatesAreTakenAndCleaned() {
        PaymentEvent event =
                event("{\"id\":\"evt_1\",\"type\":\"a\\u0000b\",\"data\":{\"object\":{\"status\":\"\\ud83d\"}}}");
        assertThat(event.eventType()).isEqualTo("a\uFFFDb");
        assertThat(event.status()).isEqualTo("\uFFFD");
    }

    @Test
    @Tag("O-070")
    void aFormatFromTheFutureIsTaken() {
        PaymentEvent event = event(
                "{\"id\":\"evt_1\",\"api_version\":\"2099-01-01\",\"type\":\"x.y\",\"request\":\"req_1\",\"data\":{\"object\":[1]}}");
        assertThat(event.eventType()).isEqualTo("x.y");
        assertThat(event.hold()).isEmpty();
    }

    @Test
    @Tag("T-19")
    void thousandsOfLevelsAreRefusedAndNotFollowed() {
        assertThat(endpoint()
                        .refused(signed("[".repeat(20_000) + "]".repeat(20_000)))
                        .reason())
                .isEqualTo(Reason.BODY_MALFORMED);
    }
}
