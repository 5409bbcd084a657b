package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import com.nimbusds.jose.jwk.JWKSet;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;

/** Signing in by an identity provider that behaves, and by one that does not in each way that we could think of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("T-31")
class OidcTest {
    private final OidcScene scene = new OidcScene();
    private final FakeProvider provider = scene.provider;
    private final DeskRig rig = scene.rig;

    @BeforeEach
    void empty() {
        rig.change("DELETE FROM user_account");
        rig.change("DELETE FROM user_session");
        rig.change("DELETE FROM sign_in_attempt");
        rig.pass(Duration.ofMinutes(11));
        provider.name = "lin";
        provider.subject = "0001";
        provider.groups = List.of("payments-oncall", "everybody");
        provider.behave();
    }

    @AfterAll
    void close() {
        scene.close();
    }

    @Test
    void aPersonOfAMappedGroupIsLetInWithThatRoleAndGoesWhereTheyWanted() {
        ProviderBrowser lin = new ProviderBrowser(rig, provider);
        assertThat(Browser.location(lin.signIn("/login/oidc?to=/tasks"))).isEqualTo("/tasks");
        assertThat(lin.get("/tasks").status()).isEqualTo(200);
        assertThat(rig.column("SELECT CONCAT(name, ' ', role) FROM user_account"))
                .containsExactly("lin operator");
        assertThat(lin.get("/users").status()).isEqualTo(403);
        assertThat(rig.column("SELECT state_digest FROM sign_in_attempt")).isEmpty();
    }

    @Test
    void theRequestHasPkceStateNonceAndTheExactRedirect() {
        Map<String, String> asked = FakeProvider.query(
                new ProviderBrowser(rig, provider).depart("/login/oidc").getRawQuery());
        assertThat(asked)
                .containsEntry("response_type", "code")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("redirect_uri", "http://127.0.0.1:8081/login/oidc/callback")
                .doesNotContainKey("code_verifier");
        assertThat(Set.of(asked.get("state"), asked.get("nonce"), asked.get("code_challenge")))
                .hasSize(3);
        assertThat(List.of(asked.get("state"), asked.get("nonce"), asked.get("code_challenge")))
                .allMatch(value -> value.length() == 43);
    }

    @TestFactory
    Stream<DynamicTest> eachBadTokenIsRefusedAndNobodyIsMade() {
        return new BadAnswers(rig::now)
                .all().entrySet().stream()
                        .map(bad -> DynamicTest.dynamicTest(bad.getKey(), () -> {
                            empty();
                            bad.getValue().accept(provider);
                            ProviderBrowser browser = new ProviderBrowser(rig, provider);
                            HttpReply reply = browser.signIn("/login/oidc");
                            assertThat(reply.status())
                                    .as(bad.getKey() + body(reply))
                                    .isEqualTo(403);
                            assertThat(browser.session()).isEmpty();
                            assertThat(rig.column("SELECT name FROM user_account"))
                                    .isEmpty();
                            provider.behave();
                            provider.groups = List.of("auditors");
                            provider.name = "lin";
                            assertThat(browser.signIn("/login/oidc").status())
                                    .as("then a good one")
                                    .isEqualTo(303);
                        }));
    }

    @Test
    void anAnswerIsOfUseOnceInItsBrowserAndInItsTime() {
        ProviderBrowser lin = new ProviderBrowser(rig, provider);
        Map<String, String> back = provider.approve(lin.depart("/login/oidc"));
        ProviderBrowser eve = new ProviderBrowser(rig, provider);
        eve.depart("/login/oidc");
        assertThat(eve.back(back).status()).as("in another browser").isEqualTo(403);
        assertThat(new ProviderBrowser(rig, provider).back(back).status())
                .as("in a browser that began nothing")
                .isEqualTo(403);
        String cookie = lin.cookies().get("tallygate-sign-in");
        assertThat(lin.back(back).status()).isEqualTo(303);
        lin.cookies().put("tallygate-sign-in", cookie);
        assertThat(lin.back(back).status()).as("a second time").isEqualTo(403);
        ProviderBrowser late = new ProviderBrowser(rig, provider);
        Map<String, String> later = provider.approve(late.depart("/login/oidc"));
        rig.pass(Duration.ofMinutes(11));
        assertThat(late.back(later).status()).as("after its time").isEqualTo(403);
    }

    @Test
    void anAnswerThatIsBentOnItsWayIsRefused() {
        for (UnaryOperator<Map<String, String>> bend : BadAnswers.bends()) {
            ProviderBrowser lin = new ProviderBrowser(rig, provider);
            Map<String, String> bent = bend.apply(provider.approve(lin.depart("/login/oidc")));
            assertThat(lin.back(bent).status()).as(bent.keySet().toString()).isEqualTo(403);
            assertThat(lin.session()).isEmpty();
        }
    }

    @Test
    void aCodeOfAnotherSignInIsRefusedByItsVerifierAndNonce() {
        ProviderBrowser eve = new ProviderBrowser(rig, provider);
        String stolen = provider.approve(eve.depart("/login/oidc")).get("code");
        ProviderBrowser lin = new ProviderBrowser(rig, provider);
        Map<String, String> back = provider.approve(lin.depart("/login/oidc"));
        assertThat(lin.back(BadAnswers.with(back, "code", stolen)).status()).isEqualTo(403);
    }

    @Test
    void noSignInLeadsToAForeignPage() {
        for (String to : List.of("https://evil.example", "//evil.example", "/\\evil.example", "javascript:x", "")) {
            ProviderBrowser lin = new ProviderBrowser(rig, provider);
            assertThat(Browser.location(lin.signIn("/login/oidc?to=" + to)))
                    .as(to)
                    .isEqualTo("/");
        }
    }

    @Test
    void rotatedKeysAreFetchedAndAStrangerCannotMakeUsFetchThemWithoutEnd() {
        assertThat(new ProviderBrowser(rig, provider).signIn("/login/oidc").status())
                .isEqualTo(303);
        rig.pass(Duration.ofSeconds(30));
        provider.rotate("k2");
        assertThat(new ProviderBrowser(rig, provider).signIn("/login/oidc").status())
                .isEqualTo(303);
        int asked = provider.keysAsked();
        provider.signing = set -> FakeProvider.signed(set, h -> h, FakeProvider.key("k7"));
        for (int i = 0; i < 5; i++) {
            assertThat(new ProviderBrowser(rig, provider).signIn("/login/oidc").status())
                    .isEqualTo(403);
        }
        assertThat(provider.keysAsked()).isLessThanOrEqualTo(asked + 1);
        provider.behave();
        provider.publish(new JWKSet());
        rig.pass(Duration.ofMinutes(11));
        assertThat(new ProviderBrowser(rig, provider).signIn("/login/oidc").status())
                .as("a key that is withdrawn")
                .isEqualTo(403);
        provider.rotate("k1");
    }

    @Test
    void aProviderThatCallsItselfAnotherOneIsNotUsed() {
        rig.pass(Duration.ofMinutes(11));
        provider.description =
                text -> text.replaceFirst("\"issuer\":\"[^\"]*\"", "\"issuer\":\"https://evil.example\"");
        assertThat(new ProviderBrowser(rig, provider).get("/login/oidc").status())
                .isEqualTo(502);
        provider.description = text -> text.replace(provider.issuer() + "/keys", "http://169.254.169.254/keys");
        assertThat(new ProviderBrowser(rig, provider).signIn("/login/oidc").status())
                .as("keys at a metadata address")
                .isEqualTo(403);
    }

    @Test
    void roleChangesAtTheProviderHoldFromTheNextSignInAndNobodyIsAdminByItself() {
        new ProviderBrowser(rig, provider).signIn("/login/oidc");
        provider.groups = List.of("auditors");
        new ProviderBrowser(rig, provider).signIn("/login/oidc");
        assertThat(rig.column("SELECT role FROM user_account")).containsExactly("viewer");
        provider.groups = List.of("auditors", "payments-admins");
        new ProviderBrowser(rig, provider).signIn("/login/oidc");
        assertThat(rig.column("SELECT role FROM user_account")).containsExactly("admin");
        assertThat(rig.column("SELECT after_state FROM audit_log WHERE action = 'user-role' ORDER BY id"))
                .containsSequence("role=viewer", "role=admin");
    }

    @Test
    void nobodyGetsALocalUsersAccountByItsName() {
        rig.person("lin", Role.ADMIN);
        assertThat(new ProviderBrowser(rig, provider).signIn("/login/oidc").status())
                .isEqualTo(403);
    }

    @Test
    void aDisabledPersonStaysOut() {
        ProviderBrowser lin = new ProviderBrowser(rig, provider);
        lin.signIn("/login/oidc");
        rig.change("UPDATE user_account SET disabled = 1");
        assertThat(lin.get("/tasks").status()).isEqualTo(303);
        assertThat(new ProviderBrowser(rig, provider).signIn("/login/oidc").status())
                .isEqualTo(403);
    }

    @Test
    @Tag("T-29")
    void wrongPasswordsLockNobodyOutOfTheProvidersWay() {
        new ProviderBrowser(rig, provider).signIn("/login/oidc");
        Browser guesser = new Browser(rig);
        for (int i = 0; i < 12; i++) {
            guesser.signIn("lin", "guess number " + i);
        }
        assertThat(rig.column("SELECT failures FROM user_account")).containsExactly("0");
        assertThat(new ProviderBrowser(rig, provider).signIn("/login/oidc").status())
                .isEqualTo(303);
    }

    @Test
    @Tag("T-28")
    void aDangerousDeedWantsThePersonToProveThemselvesAnewAtTheProvider() {
        provider.groups = List.of("payments-admins");
        ProviderBrowser lin = new ProviderBrowser(rig, provider);
        lin.signIn("/login/oidc");
        rig.pass(Duration.ofMinutes(6));
        HttpReply asked = lin.post("/users", "name=wu&role=viewer&back=/users");
        assertThat(Browser.location(asked)).startsWith("/confirm?to=");
        assertThat(body(lin.get("/confirm?to=/users"))).contains("/confirm/oidc?to=%2Fusers");
        URI departure = lin.depart("/confirm/oidc?to=/users");
        assertThat(FakeProvider.query(departure.getRawQuery()))
                .containsEntry("prompt", "login")
                .containsEntry("max_age", "0");
        String before = lin.session();
        assertThat(Browser.location(lin.back(provider.approve(departure)))).isEqualTo("/users");
        assertThat(lin.session()).as("a new id").isNotEqualTo(before);
        assertThat(lin.post("/users", "name=wu&role=viewer&back=/users").status())
                .isEqualTo(200);
    }

    @Test
    void aConfirmationIsOfTheSamePersonAnewAndInItsSession() {
        ProviderBrowser lin = new ProviderBrowser(rig, provider);
        lin.signIn("/login/oidc");
        String before = lin.session();
        rig.pass(Duration.ofMinutes(6));
        provider.claims = c -> c.claim("auth_time", rig.now().minusSeconds(360).getEpochSecond());
        assertThat(lin.signIn("/confirm/oidc").status())
                .as("an old authentication")
                .isEqualTo(403);
        provider.claims = c -> c.claim("auth_time", null);
        assertThat(lin.signIn("/confirm/oidc").status()).as("no word of when").isEqualTo(403);
        provider.behave();
        provider.subject = "0002";
        assertThat(lin.signIn("/confirm/oidc").status()).as("another person").isEqualTo(403);
        provider.subject = "0001";
        Map<String, String> back = provider.approve(lin.depart("/confirm/oidc"));
        lin.cookies().put("tallygate", "another-session");
        assertThat(lin.back(back).status()).as("another session").isEqualTo(403);
        lin.cookies().put("tallygate", before);
        assertThat(lin.get("/tasks").status()).isEqualTo(200);
    }

    @Test
    void withoutTheProvidersWordOfWhenTheSessionIsNotConfirmed() {
        provider.groups = List.of("payments-admins");
        provider.claims = c -> c.claim("auth_time", null);
        ProviderBrowser lin = new ProviderBrowser(rig, provider);
        lin.signIn("/login/oidc");
        assertThat(Browser.location(lin.post("/users", "name=wu&role=viewer&back=/users")))
                .startsWith("/confirm?to=");
    }
}
