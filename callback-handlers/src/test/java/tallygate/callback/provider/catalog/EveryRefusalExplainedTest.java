package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tallygate.callback.provider.CallbackMaker.Spoil;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Finding.Cause;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.SampleEndpoint;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** The same table of accidents over every provider: whatever was refused because of one is explained by it. */
class EveryRefusalExplainedTest {
    static Stream<SampleEndpoint> signed() {
        return ConformanceTest.signed();
    }

    private static List<Finding> explained(Made made, RawRequest request) {
        List<Finding> findings = made.provider().explain(request, Optional.of(Made.NOW));
        assertThat(findings).as(() -> made.judge(request).toString()).isNotEmpty();
        return findings;
    }

    private static boolean isRefused(Made made, RawRequest request) {
        return made.judge(request) instanceof Judgement.Refused;
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aGenuineRequestNeedsNone(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        assertThat(made.provider().explain(made.request(), Optional.of(Made.NOW)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("signed")
    void anotherKeyIsNamedAsTheLikelyCauseAndNoSecretIsShown(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest forged = made.maker().forged(Made.EVENT, Made.URL, Made.NOW);
        List<Finding> findings = explained(made, forged);
        assertThat(findings).extracting(Finding::cause).containsAnyOf(Cause.NO_KEY_FITS, Cause.WRONG_KEY);
        assertThat(secrets(endpoint.credentials()))
                .noneMatch(secret -> findings.toString().contains(secret));
    }

    private static List<String> secrets(Credentials credentials) {
        List<String> secrets = new ArrayList<>();
        for (String name : List.of("secrets", "password", "merchant-key", "api-key", "api-v3-key", "secure-key")) {
            secrets.addAll(credentials.texts(name));
        }
        return secrets;
    }

    @ParameterizedTest
    @MethodSource("signed")
    void anAddedLineFeedIsRecognised(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        byte[] longer = Arrays.copyOf(request.body(), request.body().length + 1);
        longer[longer.length - 1] = '\n';
        RawRequest changed = Made.withBody(request, longer);
        assumeTrue(isRefused(made, changed), "a line feed at the end does not matter to this scheme");
        assertThat(explained(made, changed)).extracting(Finding::cause).contains(Cause.BODY_ALTERED);
    }

    @ParameterizedTest
    @MethodSource("signed")
    void jsonThatWasPrintedAnewIsRecognised(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        String text = new String(request.body(), StandardCharsets.UTF_8);
        assumeTrue(text.startsWith("{\"") && !text.contains("\n"), "no JSON on one line");
        byte[] spaced = text.replaceFirst("\\{\"", "{ \"").getBytes(StandardCharsets.UTF_8);
        RawRequest changed = Made.withBody(request, spaced);
        assumeTrue(isRefused(made, changed), "blanks between JSON tokens do not matter to this scheme");
        assertThat(explained(made, changed)).extracting(Finding::cause).contains(Cause.BODY_ALTERED);
    }

    @ParameterizedTest
    @MethodSource("signed")
    void headersThatAProxyRenamedAreRecognised(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        RawRequest changed = Made.withHeaders(
                request,
                request.headers().stream()
                        .map(h -> new Header(h.name().replace('-', '_'), h.value()))
                        .toList());
        assumeTrue(isRefused(made, changed), "no header with a hyphen matters to this scheme");
        assertThat(explained(made, changed)).extracting(Finding::cause).contains(Cause.HEADER_MISSING);
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aDroppedHeaderIsNamed(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        for (Header header : request.headers()) {
            RawRequest changed = Made.without(request, header);
            if (isRefused(made, changed)) {
                assertThat(explained(made, changed)).as(header.name()).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aHeaderThatStandsTwiceIsRecognised(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        for (Header header : request.headers()) {
            RawRequest changed = Made.doubled(request, header, "0", false);
            if (isRefused(made, changed)) {
                assertThat(explained(made, changed))
                        .as(header.name())
                        .extracting(Finding::cause)
                        .contains(Cause.HEADER_AMBIGUOUS);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aClockThatIsOffIsToldInSeconds(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        assumeTrue(made.maker().signsTime(), "no time is signed");
        RawRequest old = made.maker()
                .spoiled(Made.EVENT, Made.URL, Made.NOW, Spoil.REPLAY)
                .orElseThrow();
        assertThat(explained(made, old)).anySatisfy(finding -> {
            assertThat(finding.cause()).isEqualTo(Cause.CLOCK_SKEW);
            assertThat(finding.detail()).contains("2592000 s");
        });
    }

    @ParameterizedTest
    @MethodSource("signed")
    void aBodyThatWasCutIsTold(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        RawRequest request = made.request();
        byte[] half = Arrays.copyOf(request.body(), request.body().length / 2);
        List<Header> headers = new ArrayList<>(request.headers());
        headers.add(new Header("Content-Length", Integer.toString(request.body().length)));
        RawRequest changed = Made.withBody(Made.withHeaders(request, headers), half);
        assumeTrue(request.body().length > 1 && isRefused(made, changed), "the body proves nothing");
        assertThat(explained(made, changed)).isNotEmpty();
    }

    @ParameterizedTest
    @Tag("T-23")
    @MethodSource("signed")
    void aSenderNeverLearnsWhy(SampleEndpoint endpoint) {
        Made made = Made.of(endpoint);
        Judgement.Refused wrongKey = made.refused(made.maker().forged(Made.EVENT, Made.URL, Made.NOW));
        String answer = new String(wrongKey.answer().body(), StandardCharsets.UTF_8);
        assertThat(answer)
                .doesNotContain(wrongKey.detail())
                .doesNotContain(wrongKey.reason().code());
    }
}
