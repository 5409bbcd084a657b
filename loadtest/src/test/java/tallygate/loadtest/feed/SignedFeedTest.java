package tallygate.loadtest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SignedFeedTest {
    private static final SignedFeed.Endpoint ENDPOINT =
            new SignedFeed.Endpoint("127.0.0.1:8080", "/callbacks/s?a=b", "whsec_test");
    private static final Pattern REQUEST = Pattern.compile(
            "POST (\\S+) HTTP/1.1\r\nHost: (\\S+)\r\n.*Stripe-Signature: t=(\\d+),v1=(\\p{XDigit}{64})\r\n"
                    + "Content-Length: (\\d+)\r\n\r\n(.*)",
            Pattern.DOTALL);

    @Test
    void everyGenuineRequestCarriesASignatureOverItsBodyAndItsTime() throws GeneralSecurityException {
        SignedFeed feed = feed(new CallbackPlan(1, 200, 0.3, 0, 700));
        for (int i = 0; i < feed.size(); i++) {
            Matcher request = parsed(feed.request(i));
            assertThat(request.group(1)).isEqualTo("/callbacks/s?a=b");
            assertThat(request.group(2)).isEqualTo("127.0.0.1:8080");
            assertThat(request.group(3)).isEqualTo("1800000000");
            assertThat(request.group(4)).isEqualTo(hmac("1800000000." + request.group(6)));
            assertThat(request.group(6))
                    .hasSize(Integer.parseInt(request.group(5)))
                    .contains(feed.eventId(i));
        }
    }

    @Test
    void aForgedRequestCarriesASignatureOverAnotherBodyOfTheSameLength() throws GeneralSecurityException {
        SignedFeed feed = feed(new CallbackPlan(1, 100, 0, 1, 700));
        for (int i = 0; i < feed.size(); i++) {
            Matcher request = parsed(feed.request(i));
            assertThat(feed.kind(i)).isEqualTo(Callback.Kind.FORGED);
            assertThat(request.group(4)).isNotEqualTo(hmac("1800000000." + request.group(6)));
            assertThat(request.group(6)).hasSize(700);
        }
    }

    @Test
    void aFeedLargerThanOneChunkKeepsEveryRequestWhole() {
        SignedFeed feed = feed(CallbackPlan.fresh(9, 20_000));
        for (int i = 0; i < feed.size(); i += 37) {
            assertThat(parsed(feed.request(i)).group(6)).contains(feed.eventId(i));
        }
        assertThat(parsed(feed.request(feed.size() - 1)).group(6)).contains(feed.eventId(feed.size() - 1));
    }

    @Test
    void readingOneRequestDoesNotMoveTheNextReader() {
        SignedFeed feed = feed(CallbackPlan.fresh(9, 2));
        ByteBuffer first = feed.request(0);
        first.position(first.limit());
        assertThat(feed.request(0).remaining()).isEqualTo(first.limit());
    }

    @Test
    void theSecretIsNotPrinted() {
        assertThat(ENDPOINT.toString()).doesNotContain("whsec_test");
    }

    private static SignedFeed feed(CallbackPlan plan) {
        return SignedFeed.of(plan, ENDPOINT, () -> Instant.ofEpochSecond(1_800_000_000));
    }

    private static Matcher parsed(ByteBuffer request) {
        Matcher matcher = REQUEST.matcher(StandardCharsets.US_ASCII.decode(request));
        assertThat(matcher.matches()).isTrue();
        return matcher;
    }

    private static String hmac(String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("whsec_test".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
    }
}
