package tallygate.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tallygate.signature.VerificationKey.Family;

class TrustedRootsTest {
    private static final KeyPair ROOT_KEYS = TestKeys.rsa(2048);
    private static final KeyPair MIDDLE_KEYS = TestKeys.rsa(2048);
    private static final KeyPair LEAF_KEYS = TestKeys.rsa(2048);
    private static final ProviderCertificate ROOT =
            TestKeys.certificate("CN=root", ROOT_KEYS, "CN=root", ROOT_KEYS.getPrivate(), true);
    private static final ProviderCertificate MIDDLE =
            TestKeys.certificate("CN=middle", MIDDLE_KEYS, "CN=root", ROOT_KEYS.getPrivate(), true);
    private static final ProviderCertificate LEAF =
            TestKeys.certificate("CN=leaf", LEAF_KEYS, "CN=middle", MIDDLE_KEYS.getPrivate(), false);
    private static final TrustedRoots ROOTS = TrustedRoots.of(List.of(ROOT));
    private static final Optional<Instant> NOW = Optional.of(Instant.parse("2026-06-01T00:00:00Z"));

    @Test
    void aChainToAConfiguredRootIsTrusted() {
        assertThat(ROOTS.objection(LEAF, List.of(MIDDLE), NOW)).isEmpty();
    }

    @Test
    void aMissingIntermediateIsAnObjection() {
        assertThat(ROOTS.objection(LEAF, List.of(), NOW)).contains("no valid chain from 'leaf' to a configured root");
    }

    @Test
    void aCertificateThatSignedItselfIsAnObjection() {
        ProviderCertificate own = TestKeys.certificate("CN=leaf", LEAF_KEYS, "CN=leaf", LEAF_KEYS.getPrivate(), false);
        assertThat(ROOTS.objection(own, List.of(MIDDLE), NOW)).isPresent();
    }

    @Test
    void aRootOfTheSameNameButAnotherKeyIsAnObjection() {
        KeyPair other = TestKeys.rsa(2048);
        ProviderCertificate imitation = TestKeys.certificate("CN=middle", other, "CN=root", other.getPrivate(), true);
        ProviderCertificate leaf = TestKeys.certificate("CN=leaf", LEAF_KEYS, "CN=middle", other.getPrivate(), false);
        assertThat(ROOTS.objection(leaf, List.of(imitation), NOW)).isPresent();
    }

    @Test
    void aLeafThatIsNoAuthorityCannotVouchForAnother() {
        KeyPair other = TestKeys.rsa(2048);
        ProviderCertificate next = TestKeys.certificate("CN=next", other, "CN=leaf", LEAF_KEYS.getPrivate(), false);
        assertThat(ROOTS.objection(next, List.of(LEAF, MIDDLE), NOW)).isPresent();
    }

    @Test
    void datesAreJudgedAtTheGivenInstantOnly() {
        Optional<Instant> before = Optional.of(TestKeys.FROM.minusSeconds(1));
        Optional<Instant> after = Optional.of(TestKeys.TO.plusSeconds(1));
        assertThat(ROOTS.objection(LEAF, List.of(MIDDLE), before)).isPresent();
        assertThat(ROOTS.objection(LEAF, List.of(MIDDLE), after)).isPresent();
        assertThat(ROOTS.objection(LEAF, List.of(MIDDLE), Optional.empty())).isEmpty();
        assertThat(LEAF.isValidAt(TestKeys.FROM)).isTrue();
        assertThat(LEAF.isValidAt(TestKeys.TO.plusSeconds(1))).isFalse();
    }

    @Test
    void noRootAtAllIsRefused() {
        assertThatThrownBy(() -> TrustedRoots.of(List.of())).isInstanceOf(UnusableKeyException.class);
    }

    @Test
    void aCertificateOnACurveThatThePlatformDoesNotKnowIsReadAndIsAnObjectionInAChain() {
        KeyPair sm2 = TestKeys.curve("sm2p256v1");
        ProviderCertificate certificate = TestKeys.certificate("CN=sm", sm2, "CN=sm", sm2.getPrivate(), false);
        assertThat(certificate.key(Family.SM2).family()).isEqualTo(Family.SM2);
        assertThat(ROOTS.objection(certificate, List.of(), NOW)).isPresent();
    }

    @Test
    void aCertificateTellsItsSerialAsWechatPayWritesIt() {
        assertThat(LEAF.serial()).isEqualTo("ABCDEF0123");
        assertThat(LEAF.commonName()).isEqualTo("leaf");
    }

    @Test
    void severalCertificatesInOneTextAreReadInOrder() {
        String text = TestKeys.pem("CERTIFICATE", LEAF.der()) + TestKeys.pem("CERTIFICATE", MIDDLE.der());
        assertThat(ProviderCertificate.readAll(text)).containsExactly(LEAF, MIDDLE);
    }
}
