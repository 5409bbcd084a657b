package tallygate.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.VerificationKey.Family;

class WireTextTest {
    @ParameterizedTest
    @EnumSource
    void bytesComeBackFromTheirText(WireText form) {
        byte[] bytes = {0, -1, 62, 63, 127};
        assertThat(form.decode(form.encode(bytes))).contains(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "HEX, 0",
        "HEX, zz",
        "HEX, '0a '",
        "BASE64, AQI",
        "BASE64, AQI=x",
        "BASE64, 'AQ I='",
        "BASE64, -_8=",
        "BASE64URL, +/8",
        "HEX, ０１",
        "BASE64, é==="
    })
    void anotherFormIsNoValue(WireText form, String text) {
        assertThat(form.decode(text)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void emptyTextIsNoValue(WireText form) {
        assertThat(form.decode("")).isEmpty();
    }

    @Test
    void hexadecimalMayBeInEitherCase() {
        assertThat(WireText.HEX.decode("aBcD")).contains(new byte[] {(byte) 0xab, (byte) 0xcd});
    }

    @Test
    void aDetachedJwsSignsTheHeaderAndTheBody() {
        KeyPair pair = TestKeys.rsa(2048);
        byte[] body = "tr_id=TR-1&tr_status=TRUE".getBytes(StandardCharsets.UTF_8);
        SignatureMaker maker = PublicKeyAlgorithm.RSA_SHA256.maker(SigningKey.read(TestKeys.line(pair.getPrivate())));
        SignatureVerifier verifier = PublicKeyAlgorithm.RSA_SHA256.verifier(
                VerificationKey.read(Family.RSA, TestKeys.line(pair.getPublic())));
        byte[] header = "{\"alg\":\"RS256\"}".getBytes(StandardCharsets.UTF_8);
        DetachedJws jws =
                DetachedJws.parse(DetachedJws.make(header, body, maker)).orElseThrow();
        assertThat(jws.header()).isEqualTo(header);
        assertThat(verifier.verify(jws.signingInput(body), jws.signature())).isTrue();
        assertThat(verifier.verify(jws.signingInput(new byte[0]), jws.signature()))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a", "a.b", "..c", "e30.e30.c2ln", "e30..c2ln.x", "%%..c2ln"})
    void anythingButHeaderAndSignatureIsNoDetachedJws(String text) {
        assertThat(DetachedJws.parse(text)).isEmpty();
    }

    @Test
    void aDetachedJwsWithoutASignatureHasAnEmptyOne() {
        assertThat(DetachedJws.parse("e30..").orElseThrow().signature()).isEmpty();
    }
}
