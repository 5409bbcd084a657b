package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.catalog.StripeSigned.BODY;
import static tallygate.callback.provider.catalog.StripeSigned.bytes;
import static tallygate.callback.provider.catalog.StripeSigned.hmac;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

class ReplayWindowTest {
    private static RawRequest at(String time) {
        return StripeSigned.request(
                bytes(BODY),
                new Header("Stripe-Signature", "t=" + time + ",v1=" + hmac(StripeSigned.SECRET, time, bytes(BODY))));
    }

    private static Binding tolerance(String text) {
        return Made.PROVIDERS.bind(
                "stripe",
                "shop",
                new Credentials(Map.of("secrets", new Value.Text("s"), "tolerance", new Value.Text(text))));
    }

    @ParameterizedTest
    @Tag("O-043")
    @ValueSource(strings = {"abc", "NaN", "1e10", "-1", "99999999999999999999", "１７００００００００"})
    void aTimeThatIsNoNumberIsRefusedThoughItsSignatureFits(String time) {
        assertThat(StripeSigned.endpoint().refused(at(time)).reason())
                .isIn(Reason.TIMESTAMP_MISSING, Reason.TIMESTAMP_EXPIRED, Reason.SIGNATURE_MISMATCH);
    }

    @ParameterizedTest
    @Tag("O-046")
    @CsvSource({"-300,", "300,", "-301,TIMESTAMP_EXPIRED", "301,TIMESTAMP_IN_FUTURE", "-86400,TIMESTAMP_EXPIRED"})
    void theWindowIsFiveMinutesOnBothSidesWithItsEdges(int offset, @org.jspecify.annotations.Nullable Reason refused) {
        RawRequest request = at(Long.toString(StripeSigned.T + offset));
        if (refused == null) {
            StripeSigned.endpoint().genuine(request);
        } else {
            assertThat(StripeSigned.endpoint().refused(request).reason()).isEqualTo(refused);
        }
    }

    @Test
    @Tag("O-044")
    void millisecondsAreNotTakenForSeconds() {
        assertThat(StripeSigned.endpoint().refused(at(StripeSigned.T + "000")).reason())
                .isEqualTo(Reason.TIMESTAMP_IN_FUTURE);
    }

    @Test
    @Tag("O-044")
    void secondsAreNotTakenForMilliseconds() {
        Made revolut = Made.of(SampleEndpoint.withSecret("revolut", "wsk_1"));
        RawRequest inThePast = revolut.maker()
                .genuine(Made.EVENT, Made.URL, Made.NOW.minusMillis(Made.NOW.toEpochMilli() / 1000 * 999));
        assertThat(revolut.refused(inThePast).reason()).isEqualTo(Reason.TIMESTAMP_EXPIRED);
    }

    @ParameterizedTest
    @Tag("O-045")
    @ValueSource(strings = {"0s", "-1s", "0", "", "8d", "5"})
    void aToleranceThatWouldSwitchTheCheckOffIsRefusedAtStart(String text) {
        assertThat(tolerance(text)).isInstanceOf(Binding.Refused.class);
    }

    @Test
    void aWiderToleranceIsTaken() {
        Binding binding = tolerance("1h");
        assertThat(binding).isInstanceOf(Binding.Bound.class);
        Made made = new Made(((Binding.Bound) binding).provider());
        made.genuine(made.maker().genuine(Made.EVENT, Made.URL, Made.NOW.minusSeconds(3_600)));
        assertThat(made.refused(made.maker().genuine(Made.EVENT, Made.URL, Made.NOW.minusSeconds(3_601)))
                        .reason())
                .isEqualTo(Reason.TIMESTAMP_EXPIRED);
    }
}
