package tallygate.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.VerificationKey.Family;

class VerificationKeyTest {
    private static final KeyPair RSA = TestKeys.rsa(2048);
    private static final String PEM = TestKeys.pem("PUBLIC KEY", RSA.getPublic().getEncoded());

    @Test
    void oneKeyInEveryLayoutIsTheSameKey() {
        String line = TestKeys.line(RSA.getPublic());
        assertThat(Arrays.asList(
                        line,
                        "-----BEGIN PUBLIC KEY-----" + line + "-----END PUBLIC KEY-----",
                        "-----BEGIN PUBLIC KEY-----\n" + line + "\n-----END PUBLIC KEY-----",
                        PEM,
                        PEM.replace("\n", "\r\n"),
                        PEM.replace("\n", "  \t\n"),
                        PEM.replace("\n", "\\n"),
                        "\n\n  " + PEM + "\n\n"))
                .extracting(text -> VerificationKey.read(Family.RSA, text).fingerprint())
                .containsOnly(HashAlgorithm.SHA256.hex(RSA.getPublic().getEncoded()));
    }

    @Test
    @Tag("O-059")
    void aPkcs1PublicKeyIsTheSameKeyUnderEitherLabel() throws Exception {
        byte[] pkcs1 = SubjectPublicKeyInfo.getInstance(RSA.getPublic().getEncoded())
                .parsePublicKey()
                .toASN1Primitive()
                .getEncoded();
        assertThat(Arrays.asList(
                        TestKeys.pem("RSA PUBLIC KEY", pkcs1),
                        TestKeys.pem("PUBLIC KEY", pkcs1),
                        TestKeys.pem("RSA PUBLIC KEY", RSA.getPublic().getEncoded())))
                .extracting(text -> VerificationKey.read(Family.RSA, text))
                .containsOnly(VerificationKey.read(Family.RSA, PEM));
    }

    @Test
    @Tag("O-059")
    void aPrivateKeyIsReadAsPkcs1AndPkcs8WhateverItsLabelSays() throws Exception {
        byte[] pkcs8 = RSA.getPrivate().getEncoded();
        byte[] pkcs1 = PrivateKeyInfo.getInstance(pkcs8)
                .parsePrivateKey()
                .toASN1Primitive()
                .getEncoded();
        SignatureVerifier verifier = PublicKeyAlgorithm.RSA_SHA256.verifier(VerificationKey.read(Family.RSA, PEM));
        byte[] message = {1, 2, 3};
        for (String text : Arrays.asList(
                TestKeys.pem("RSA PRIVATE KEY", pkcs8),
                TestKeys.pem("PRIVATE KEY", pkcs1),
                Base64.getEncoder().encodeToString(pkcs1))) {
            byte[] signature =
                    PublicKeyAlgorithm.RSA_SHA256.maker(SigningKey.read(text)).sign(message);
            assertThat(verifier.verify(message, signature)).isTrue();
        }
    }

    @Test
    void aPrivateKeyInThePublicSlotIsRefusedWithoutBeingShown() {
        String text = TestKeys.pem("PRIVATE KEY", RSA.getPrivate().getEncoded());
        assertThatThrownBy(() -> VerificationKey.read(Family.RSA, text))
                .isInstanceOf(UnusableKeyException.class)
                .hasMessage("a private key (PKCS#8) was found where the provider's public key is due (an RSA key)");
    }

    @Test
    void aCertificateInThePublicSlotIsRefusedAndThePlaceForItIsNamed() {
        ProviderCertificate certificate = TestKeys.certificate("CN=a", RSA, "CN=a", RSA.getPrivate(), false);
        assertThatThrownBy(() -> VerificationKey.read(Family.RSA, TestKeys.pem("CERTIFICATE", certificate.der())))
                .isInstanceOf(UnusableKeyException.class)
                .hasMessageContaining("an X.509 certificate was found")
                .hasMessageContaining("put it under a certificate key");
    }

    @Test
    void aPublicKeyInTheCertificateSlotIsRefused() {
        assertThatThrownBy(() -> ProviderCertificate.read(PEM))
                .isInstanceOf(UnusableKeyException.class)
                .hasMessage("a public key was found where an X.509 certificate is due");
    }

    @Test
    void anEllipticCurveKeyForAnRsaProviderIsRefused() {
        String text = TestKeys.line(TestKeys.curve("secp256r1").getPublic());
        assertThatThrownBy(() -> VerificationKey.read(Family.RSA, text))
                .isInstanceOf(UnusableKeyException.class)
                .hasMessage("an elliptic-curve key was found where an RSA key is due");
    }

    @Test
    void anSm2KeyIsToldFromOtherCurves() {
        assertThat(VerificationKey.read(
                                Family.SM2,
                                TestKeys.line(TestKeys.curve("sm2p256v1").getPublic()))
                        .family())
                .isEqualTo(Family.SM2);
    }

    @Test
    void anRsaKeyThatCanBeFactoredIsRefused() {
        String text = TestKeys.line(TestKeys.rsa(512).getPublic());
        assertThatThrownBy(() -> VerificationKey.read(Family.RSA, text))
                .isInstanceOf(UnusableKeyException.class)
                .hasMessageContaining("512 bits");
    }

    @Test
    void anEd25519KeyMayBeThirtyTwoRawBytes() {
        KeyPair pair = TestKeys.ed25519();
        byte[] spki = pair.getPublic().getEncoded();
        byte[] raw = Arrays.copyOfRange(spki, spki.length - 32, spki.length);
        assertThat(VerificationKey.read(Family.ED25519, Base64.getEncoder().encodeToString(raw)))
                .isEqualTo(VerificationKey.read(Family.ED25519, TestKeys.line(pair.getPublic())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "  ", "not a key!", "AAAA", "-----BEGIN PUBLIC KEY-----\n%%%\n-----END PUBLIC KEY-----"})
    void textThatIsNoKeyIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> VerificationKey.read(Family.RSA, text))
                .isInstanceOf(UnusableKeyException.class)
                .hasMessageMatching(".*(empty|neither).*");
    }

    @Test
    void twoKeysInOneSlotAreRefused() {
        assertThatThrownBy(() -> VerificationKey.read(Family.RSA, PEM + PEM))
                .isInstanceOf(UnusableKeyException.class)
                .hasMessage("one key is due, the text holds 2");
    }

    @Test
    void theSizeOfAKeyIsKnown() {
        assertThat(VerificationKey.read(Family.RSA, PEM).bits())
                .isEqualTo(((RSAPublicKey) RSA.getPublic()).getModulus().bitLength());
    }

    @Test
    void neitherKeyPrintsItsMaterial() {
        assertThat(SigningKey.read(TestKeys.line(RSA.getPrivate()))).hasToString("SigningKey[***]");
        assertThat(VerificationKey.read(Family.RSA, PEM).toString())
                .doesNotContain(TestKeys.line(RSA.getPublic()).substring(40, 80));
    }
}
