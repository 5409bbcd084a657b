package tallygate.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HmacTest {
    private static final byte[] KEY = utf8("Jefe");
    private static final byte[] MESSAGE = utf8("what do ya want for nothing?");

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "MD5, 750c783e6ab0b503eaa86e310a5db738",
        "SHA1, effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
        "SHA256, 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        "SHA3_256, c7d4072e788877ae3596bbb0da73b887c9171f93095b294ae857fbe2645e1ba5"
    })
    void theKnownAnswersOfTheStandardsAreComputed(Hmac.Hash hash, String hex) {
        assertThat(HexFormat.of().formatHex(hash.keyed(KEY).of(MESSAGE))).isEqualTo(hex);
    }

    @ParameterizedTest
    @EnumSource
    void partsAreSignedAsIfTheyWereOneText(Hmac.Hash hash) {
        Hmac hmac = hash.keyed(KEY);
        assertThat(hmac.of(utf8("what do ya want "), utf8(""), utf8("for nothing?")))
                .isEqualTo(hmac.of(MESSAGE));
    }

    @Test
    void aSignatureOfAnyLengthIsComparedWithoutAnError() {
        Hmac hmac = Hmac.Hash.SHA256.keyed(KEY);
        byte[] right = hmac.of(MESSAGE);
        assertThat(hmac.matches(right, MESSAGE)).isTrue();
        assertThat(hmac.matches(new byte[0], MESSAGE)).isFalse();
        assertThat(hmac.matches(new byte[31], MESSAGE)).isFalse();
        assertThat(hmac.matches(new byte[10_000], MESSAGE)).isFalse();
    }

    @Test
    void anEmptyKeyIsRefused() {
        assertThatThrownBy(() -> Hmac.Hash.SHA256.keyed(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void manyThreadsShareOneKeyedInstance() throws Exception {
        Hmac hmac = Hmac.Hash.SHA256.keyed(KEY);
        byte[] right = hmac.of(MESSAGE);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Boolean>> work = IntStream.range(0, 2_000)
                    .<Callable<Boolean>>mapToObj(i -> () -> hmac.matches(right, MESSAGE))
                    .toList();
            for (Future<Boolean> done : threads.invokeAll(work)) {
                assertThat(done.get()).isTrue();
            }
        }
    }

    @Test
    void theKeyIsNotPrinted() {
        assertThat(Hmac.Hash.SHA256.keyed(KEY)).hasToString("Hmac[***]");
    }
}
