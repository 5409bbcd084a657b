package tallygate.callback.provider.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.catalog.Providers;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;

class JudgementReportTest {
    private static final Instant NOW = Instant.parse("2026-06-01T08:00:00Z");
    private static final Providers PROVIDERS = Providers.builtIn();
    private static final SampleEvent EVENT = new SampleEvent("", "evt_1", 1, "o-1", "pi_1", OptionalLong.of(1_099), "");

    private static BoundProvider stripe(String secret) {
        Credentials credentials = new Credentials(Map.of("secrets", new Credentials.Value.Text(secret)));
        return switch (PROVIDERS.bind("stripe", "shop", credentials)) {
            case Binding.Bound bound -> bound.provider();
            case Binding.Refused refused ->
                throw new AssertionError(refused.problems().toString());
        };
    }

    private static RawRequest made(BoundProvider provider) {
        return provider.maker().orElseThrow().genuine(EVENT, "https://pay.example.com/callbacks/shop", NOW);
    }

    @Test
    void aGenuineRequestIsReportedWithItsEventsAndItsAnswer() throws UnreadableException {
        BoundProvider mine = stripe("whsec_mine");
        JsonValue report = JsonReader.read(JudgementReport.of("shop", mine, made(mine), Optional.of(NOW)));
        assertThat(report.scalarAt("/valid")).isEqualTo("true");
        assertThat(report.scalarAt("/events/0/eventId")).isEqualTo("evt_1");
        assertThat(report.scalarAt("/events/0/amountMinor")).isEqualTo("1099");
        assertThat(report.scalarAt("/events/0/effectKey")).isEqualTo("paid:pi_1");
        assertThat(report.scalarAt("/ack/status")).isEqualTo("200");
    }

    @Test
    void aRefusalNamesTheEndpointWhoseKeyFits() throws UnreadableException {
        BoundProvider theirs = stripe("whsec_theirs");
        String line = JudgementReport.of(
                "shop", stripe("whsec_mine"), made(theirs), Optional.of(NOW), Map.of("shop-test", theirs));
        JsonValue report = JsonReader.read(line);
        assertThat(report.scalarAt("/valid")).isEqualTo("false");
        assertThat(report.scalarAt("/reason")).isEqualTo("signature-mismatch");
        assertThat(report.scalarAt("/findings/0/cause")).isEqualTo("wrong-key");
        assertThat(report.scalarAt("/findings/0/detail")).contains("shop-test");
        assertThat(line).doesNotContain("whsec_");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"url\":\"/relative\"}",
                "{\"url\":\"https://x/\",\"headers\":[[\"a\"]]}",
                "{\"url\":\"https://x/\",\"bodyEncoding\":\"utf16\"}",
                "{\"url\":\"https://x/\",\"body\":\"%\",\"bodyEncoding\":\"base64\"}",
                "{\"at\":\"yesterday\",\"request\":{\"url\":\"https://x/\"}}"
            })
    void aRecordThatIsNoneIsRefusedWithWhatIsMissing(String json) {
        assertThatThrownBy(() -> RecordedRequest.read(json.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(UnreadableException.class)
                .hasMessageContaining("'");
    }

    @Test
    void aRecordKeepsUrlHeadersAndBytes() throws UnreadableException {
        RecordedRequest record = RecordedRequest.read(
                "{\"endpoint\":\"e\",\"at\":\"2026-06-01T08:00:00Z\",\"request\":{\"method\":\"put\",\"url\":\"http://h:8080/a/b?c=%20\",\"headers\":[[\"X\",\" 1 \"]],\"body\":\"AP8=\",\"bodyEncoding\":\"base64\"}}"
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(record.request().method()).isEqualTo("PUT");
        assertThat(record.request().url()).isEqualTo("http://h:8080/a/b?c=%20");
        assertThat(record.request().headerValues("x")).containsExactly("1");
        assertThat(record.request().body()).containsExactly(0, 0xFF);
        assertThat(record.at()).hasValue(NOW);
    }
}
