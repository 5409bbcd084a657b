package tallygate.callback.provider.code;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.callback.provider.code.TestEndpoint.NOW;
import static tallygate.callback.provider.code.TestEndpoint.URL;
import static tallygate.callback.provider.code.TestEndpoint.sample;
import static tallygate.callback.provider.code.TestEndpoint.withBody;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.Judgement;
import tallygate.signature.RawRequest;

/** What holds for every provider of this package. */
class EveryCodedProviderTest {
    private static final int CHANGES = 60;

    static Stream<TestEndpoint> own() {
        return CodeEndpoints.own();
    }

    @ParameterizedTest
    @MethodSource("own")
    void bodiesWithRandomChangesAreAnsweredAndNeverAnError(TestEndpoint endpoint) {
        BoundProvider provider = endpoint.bound();
        RawRequest genuine = endpoint.genuineRequest();
        for (int seed = 0; seed < CHANGES; seed++) {
            byte[] body = genuine.body().clone();
            SplittableRandom dice = new SplittableRandom(seed);
            for (int change = 0; change <= seed % 7; change++) {
                body[dice.nextInt(body.length)] = (byte) dice.nextInt(256);
            }
            assertThat(provider.judge(withBody(genuine, body), Optional.of(NOW)))
                    .as("seed=%d", seed)
                    .isNotNull();
            assertThat(provider.explain(withBody(genuine, body), Optional.of(NOW)))
                    .as("seed=%d", seed)
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("own")
    void whyARequestIsRefusedNeverShowsAKey(TestEndpoint endpoint) {
        BoundProvider provider = endpoint.bound();
        List<String> keys = endpoint.values().entrySet().stream()
                .filter(entry ->
                        !entry.getKey().matches("client-id|webhook-id|public-key|username|vendor|redirect-url"))
                .flatMap(entry -> texts(entry.getValue()))
                .filter(text -> text.length() > 5)
                .toList();
        RawRequest genuine = endpoint.genuineRequest();
        for (RawRequest request : List.of(
                endpoint.maker().forged(sample(), URL, NOW),
                withBody(genuine, new byte[0]),
                TestEndpoint.withHeaders(genuine, List.of()))) {
            if (provider.judge(request, Optional.of(NOW)) instanceof Judgement.Refused refused) {
                assertThat(refused.detail()).isNotBlank().hasSizeLessThan(300);
                assertThat(keys).noneMatch(key -> refused.detail().contains(key));
            }
        }
        assertThat(keys).noneMatch(key -> provider.toString().contains(key));
    }

    private static Stream<String> texts(Value value) {
        return switch (value) {
            case Value.Text text -> Stream.of(text.text());
            case Value.Texts texts -> texts.texts().stream();
            case Value.TextMap map -> map.texts().values().stream();
        };
    }

    @ParameterizedTest
    @MethodSource("own")
    void anAlteredAmountUnderTheSameIdIsSeen(TestEndpoint endpoint) {
        PaymentEvent one = endpoint.event(endpoint.genuineRequest());
        PaymentEvent other = endpoint.event(endpoint.maker().genuine(sample().withAmountMinor(20_000), URL, NOW));
        assertThat(other.eventId()).isEqualTo(one.eventId());
        assertThat(other.digest()).isNotEqualTo(one.digest());
    }

    @ParameterizedTest
    @MethodSource("own")
    void manyThreadsMayUseOneBoundProvider(TestEndpoint endpoint) {
        BoundProvider provider = endpoint.bound();
        RawRequest genuine = endpoint.genuineRequest();
        List<Boolean> all = IntStream.range(0, 64)
                .parallel()
                .mapToObj(_ -> provider.judge(genuine, Optional.of(NOW)) instanceof Judgement.Genuine)
                .toList();
        assertThat(all).doesNotContain(false);
    }
}
