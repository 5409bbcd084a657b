package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

class VerificationValuesTest {
    private static String dropped(String content) {
        return new String(VerificationValues.dropped(content.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"cvv\":\"123\"}|{\"cvv\":\"***\"}",
                "{\"card\":{\"CVC2\" : \"1234\"},\"a\":1}|{\"card\":{\"CVC2\" : \"****\"},\"a\":1}",
                "{\"cvv\":123,\"a\":1}|{\"cvv\":999,\"a\":1}",
                "{\"card_security_code\":\"123\"}|{\"card_security_code\":\"***\"}",
                "{\"cardVerificationCode\":\"123\"}|{\"cardVerificationCode\":\"***\"}",
                "{\"payment-card-cvn2\":\"123\"}|{\"payment-card-cvn2\":\"***\"}",
                "{\"card\":\"x\",\"cid\":\"1234\"}|{\"card\":\"x\",\"cid\":\"****\"}",
                "{\"biz\":\"{\\\"cvv\\\":\\\"123\\\"}\"}|{\"biz\":\"{\\\"cvv\\\":\\\"***\\\"}\"}",
                "a=1&cvv=123&b=2|a=1&cvv=***&b=2",
                "card[cvc]=123|card[cvc]=***",
                "card%5Bcvc%5D=123&x=|card%5Bcvc%5D=***&x=",
                "payload=%7B%22cvv%22%3A%22123%22%7D|payload=%7B%22cvv%22%3A%22***%22%7D",
                "payload=%7B%22cvv%22%3A123%7D|payload=%7B%22cvv%22%3A999%7D",
                "<pay><cvv>123</cvv></pay>|<pay><cvv>***</cvv></pay>",
                "<p:CVV2><![CDATA[123]]></p:CVV2>|<p:CVV2><![CDATA[***]]></p:CVV2>",
                "<card cvv=\"123\"/>|<card cvv=\"***\"/>",
                "<field name=\"cvv\">123</field>|<field name=\"cvv\">***</field>",
                "cvv=123|cvv=***",
                "{\"cvv\":\"123\",\"old\":{\"cvv\":\"4567\"}}|{\"cvv\":\"***\",\"old\":{\"cvv\":\"****\"}}"
            })
    void theValueIsOverwrittenInItsLengthAndNothingElse(String content, String kept) {
        assertThat(dropped(content)).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "cvv",
                "cvv=",
                "cvv=%",
                "cvv%3",
                "cvv=12",
                "cvv=12345",
                "cvv=123a",
                "cvv=123.5",
                "{\"cvv\":\"M\",\"cvc_check\":\"pass\",\"cvv_result\":\"123\"}",
                "{\"amount\":1099,\"fee\":250,\"price\":\"100\",\"total_value\":999}",
                "{\"cid\":\"1234\",\"csc\":123}",
                "{\"card\":1,\"acid\":\"1234\",\"merchantcid\":\"1234\"}",
                "{\"verification_code\":\"1234\"}",
                "{\"cvv\":{\"min\":123}}",
                "at 12:30:123, a=100&b=1234",
                "<cvv/><a>123</a>"
            })
    void whatIsNoneStaysAndNoMemoryIsTaken(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        assertThat(VerificationValues.dropped(bytes)).isSameAs(bytes);
    }

    @Test
    void aBodyOfBytesThatAreNoTextIsReadToItsEnd() {
        byte[] bytes = new byte[4096];
        new java.util.Random(7).nextBytes(bytes);
        byte[] signs = "%3A=:>cvv\"%5".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length; i += 3) {
            bytes[i] = signs[i % signs.length];
        }
        assertThat(VerificationValues.dropped(bytes)).hasSameSizeAs(bytes);
    }

    @Test
    void noSampleOfAProviderIsTouched() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../callback-handlers/src/test/resources"))) {
            List<Path> samples = files.filter(Files::isRegularFile).toList();
            assertThat(samples).isNotEmpty();
            for (Path sample : samples) {
                byte[] bytes = Files.readAllBytes(sample);
                assertThat(VerificationValues.dropped(bytes))
                        .as(sample.toString())
                        .isSameAs(bytes);
            }
        }
    }

    @Test
    void aChangedRequestIsMarkedAndAnotherIsTheSame() {
        RawRequest plain = request("/callbacks/shop?order=1234", "{\"amount\":1234}");
        assertThat(VerificationValues.dropped(plain)).isSameAs(plain);
        assertThat(VerificationValues.isMarked(plain)).isFalse();
        RawRequest body = VerificationValues.dropped(request("/callbacks/shop", "cvv=123"));
        assertThat(new String(body.body(), StandardCharsets.UTF_8)).isEqualTo("cvv=***");
        assertThat(VerificationValues.isMarked(body)).isTrue();
        RawRequest query = VerificationValues.dropped(request("/callbacks/shop?order=1&cvc=123", ""));
        assertThat(query.target()).isEqualTo("/callbacks/shop?order=1&cvc=***");
        assertThat(VerificationValues.isMarked(query)).isTrue();
        assertThat(VerificationValues.dropped(query)).isSameAs(query);
    }

    private static RawRequest request(String target, String body) {
        return new RawRequest(
                "POST",
                "https",
                "pay.example",
                target,
                List.of(new Header("Content-Type", "text/plain")),
                body.getBytes(StandardCharsets.UTF_8),
                "203.0.113.7");
    }

    @Test
    void aBodyWithoutOneCostsNoMemory() {
        byte[] body = "{\"amount\":1099,\"id\":\"evt_1\",\"value\":\"100\"}"
                .repeat(24)
                .getBytes(StandardCharsets.UTF_8);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        VerificationValues.dropped(body);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1000; i++) {
            VerificationValues.dropped(body);
        }
        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 1000)
                .as("bytes allocated for a body")
                .isLessThan(64);
    }
}
