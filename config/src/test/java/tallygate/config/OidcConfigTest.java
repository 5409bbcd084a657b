package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What of an identity provider's settings is refused. */
class OidcConfigTest {
    private static final String GOOD = """
        server:
          management:
            oidc:
              issuer: https://id.example.com
              client-id: tallygate
              redirect-uri: https://console.example.com/login/oidc/callback
              viewer-groups: [staff]
        """;

    @Test
    void theLeastThatIsNeededIsEnough() {
        OidcConfig oidc =
                Yaml.loaded(GOOD).config().server().management().oidc().orElseThrow();
        assertThat(oidc.scopes()).containsExactly("openid", "profile", "email");
        assertThat(oidc.groups().viewer()).containsExactly("staff");
        assertThat(oidc.clientSecret()).isEmpty();
    }

    @Test
    void whatWouldLetAnybodyListenOrNobodyInIsRefused() {
        assertThat(Yaml.problems(GOOD.replace("https://id", "http://id")))
                .singleElement()
                .asString()
                .contains("server.management.oidc.issuer", "must begin with https://");
        assertThat(Yaml.problems(GOOD.replace("/login/oidc/callback", "/callback")))
                .singleElement()
                .asString()
                .contains("redirect-uri", "must end in /login/oidc/callback");
        assertThat(Yaml.problems(GOOD.replace("[staff]", "[]")))
                .singleElement()
                .asString()
                .contains("nobody could sign in");
        assertThat(Yaml.problems(GOOD + "      scopes: [profile]\n"))
                .singleElement()
                .asString()
                .contains("must hold openid");
    }
}
