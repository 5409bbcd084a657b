package tallygate.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tallygate.signature.VerificationKey.Family;

class PublicKeyAlgorithmTest {
    private static final KeyPair RSA = TestKeys.rsa(2048);
    private static final KeyPair EC = TestKeys.curve("secp256r1");
    private static final KeyPair ED25519 = TestKeys.ed25519();
    private static final KeyPair SM2 = TestKeys.curve("sm2p256v1");
    private static final byte[] MESSAGE = "1767225600\nnonce\n{}\n".getBytes(StandardCharsets.UTF_8);

    private static KeyPair pair(Family family) {
        return switch (family) {
            case RSA -> RSA;
            case EC -> EC;
            case ED25519 -> ED25519;
            case SM2 -> SM2;
        };
    }

    private static SignatureVerifier verifier(PublicKeyAlgorithm algorithm) {
        String text = TestKeys.line(pair(algorithm.family()).getPublic());
        return algorithm.verifier(VerificationKey.read(algorithm.family(), text));
    }

    private static byte[] sign(PublicKeyAlgorithm algorithm, byte[] message) {
        String text = TestKeys.line(pair(algorithm.family()).getPrivate());
        return algorithm.maker(SigningKey.read(text)).sign(message);
    }

    @ParameterizedTest
    @EnumSource
    void aSignatureOfTheRightKeyIsTakenAndOfAChangedMessageIsNot(PublicKeyAlgorithm algorithm) {
        byte[] signature = sign(algorithm, MESSAGE);
        byte[] changed = MESSAGE.clone();
        changed[3] ^= 1;
        assertThat(verifier(algorithm).verify(MESSAGE, signature)).isTrue();
        assertThat(verifier(algorithm).verify(changed, signature)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void everyChangedByteOfASignatureIsRefused(PublicKeyAlgorithm algorithm) {
        byte[] signature = sign(algorithm, MESSAGE);
        SignatureVerifier verifier = verifier(algorithm);
        for (int i = 0; i < signature.length; i++) {
            byte[] changed = signature.clone();
            changed[i] ^= 0x40;
            assertThat(verifier.verify(MESSAGE, changed)).as("byte %d", i).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSignatureOfAnImpossibleLengthIsWrongAndNoError(PublicKeyAlgorithm algorithm) {
        for (int length : new int[] {0, 1, 63, 64, 65, 255, 257, 10_000}) {
            assertThat(verifier(algorithm).verify(MESSAGE, new byte[length]))
                    .as("%d bytes", length)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyOfAnotherFamilyIsRefusedBeforeItIsUsed(PublicKeyAlgorithm algorithm) {
        Family other = algorithm.family() == Family.RSA ? Family.SM2 : Family.RSA;
        VerificationKey key =
                VerificationKey.read(other, TestKeys.line(pair(other).getPublic()));
        assertThatThrownBy(() -> algorithm.verifier(key))
                .isInstanceOf(UnusableKeyException.class)
                .hasMessageContaining("is due");
    }
}
