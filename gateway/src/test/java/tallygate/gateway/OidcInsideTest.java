package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An identity provider's description names a service inside that would answer: nothing is fetched from it or brought to it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("T-08")
class OidcInsideTest {
    private final OidcScene scene = new OidcScene();
    private final FakeProvider provider = scene.provider;
    private final DeskRig rig = scene.rig;
    private final FakeProvider inside = new FakeProvider(scene::now);

    /** What is known of the provider is forgotten by then. */
    @BeforeEach
    void later() {
        rig.pass(Duration.ofMinutes(11));
        provider.behave();
    }

    @AfterAll
    void close() {
        scene.close();
        inside.close();
    }

    private int signIn() {
        return new ProviderBrowser(rig, provider).signIn("/login/oidc").status();
    }

    @Test
    void itsOwnAddressesAreAsked() {
        assertThat(signIn()).isEqualTo(303);
        assertThat(provider.tokensAsked()).isPositive();
    }

    @Test
    void keysAreNotFetchedFromInside() {
        provider.description = text -> text.replace(provider.issuer() + "/keys", inside.issuer() + "/keys");
        assertThat(signIn()).isEqualTo(403);
        assertThat(inside.keysAsked()).isZero();
    }

    @Test
    void codeAndClientSecretAreNotBroughtInside() {
        provider.description = text -> text.replace(provider.issuer() + "/token", inside.issuer() + "/token");
        assertThat(signIn()).isEqualTo(403);
        assertThat(inside.tokensAsked()).isZero();
    }
}
