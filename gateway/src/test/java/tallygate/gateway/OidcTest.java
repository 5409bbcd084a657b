package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
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
    private final DeskRig[] held = new DeskRig[1];
    private FakeProvider provider = new FakeProvider(() -> held[0].now());
    private final DeskRig rig = new DeskRig("""
        server:
          management:
            oidc:
              issuer: %s
              client-id: tallygate
              client-secret: the-secret
              redirect-uri: http://127.0.0.1:8081/login/oidc/callback
              admin-groups: [payments-admins]
              operator-groups: [payments-oncall]
              viewer-groups: [auditors]
        """.formatted(provider.issuer()));

    OidcTest() {
        held[0] = rig;
    }

    @BeforeEach
    void empty() {
        rig.change("DELETE FROM user_account");
        rig.change("DELETE FROM user_session");
        rig.change("DELETE FROM sign_in_attempt");
        rig.pass(Duration.ofMinutes(11));
        provider.name = "lin";
        provider.subject = "0001";
        provider.groups = List.of("payments-oncall", "everybody");
        behave();
    }

    private void behave() {
        provider.claims = UnaryOperator.identity();
        provider.signing = set -> FakeProvider.signed(set, header -> header, provider.key());
        provider.description = UnaryOperator.identity();
        provider.answer = UnaryOperator.identity();
        provider.answerStatus = 200;
    }

    @AfterAll
    void close() {
        rig.close();
        provider.close();
    }

    private ProviderBrowser browser() {
        return new ProviderBrowser(rig, provider);
    }

    @Test
    void aPersonOfAMappedGroupIsLetInWithThatRoleAndGoesWhereTheyWanted() {
        ProviderBrowser lin = browser();
        assertThat(Browser.location(lin.signIn("/login/oidc?to=/tasks"))).isEqualTo("/tasks");
        assertThat(lin.get("/tasks").status()).isEqualTo(200);
        assertThat(rig.column("SELECT CONCAT(name, ' ', role) FROM user_account"))
                .containsExactly("lin operator");
        assertThat(lin.get("/users").status()).isEqualTo(403);
        assertThat(rig.column("SELECT state_digest FROM sign_in_attempt")).isEmpty();
    }

    @Test
    void theRequestHasPkceStateNonceAndTheExactRedirect() {
        Map<String, String> asked =
                FakeProvider.query(browser().depart("/login/oidc").getRawQuery());
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

    /** One way in which a token is bad. */
    private Map<String, Consumer<FakeProvider>> badTokens() {
        Map<String, Consumer<FakeProvider>> bad = new LinkedHashMap<>();
        bad.put("issuer of another provider", p -> p.claims = c -> c.issuer("https://evil.example"));
        bad.put("issuer with a slash more", p -> p.claims = c -> c.issuer(p.issuer() + "/"));
        bad.put("no issuer", p -> p.claims = c -> c.issuer(null));
        bad.put("audience of another client", p -> p.claims = c -> c.audience("shop"));
        bad.put("no audience", p -> p.claims = c -> c.audience((String) null));
        bad.put("two audiences, no authorized party", p -> p.claims = c -> c.audience(List.of("tallygate", "shop")));
        bad.put("another authorized party", p -> p.claims = c -> c.claim("azp", "shop"));
        bad.put("expired", p -> p.claims = c -> c.expirationTime(date(-90)));
        bad.put("no expiry", p -> p.claims = c -> c.expirationTime(null));
        bad.put("not valid yet", p -> p.claims = c -> c.notBeforeTime(date(90)));
        bad.put("issued in the future", p -> p.claims = c -> c.issueTime(date(90)));
        bad.put("issued long ago", p -> p.claims = c -> c.issueTime(date(-900)));
        bad.put("no time of issue", p -> p.claims = c -> c.issueTime(null));
        bad.put("nonce of another sign-in", p -> p.claims = c -> c.claim("nonce", "x".repeat(43)));
        bad.put("no nonce", p -> p.claims = c -> c.claim("nonce", null));
        bad.put("no subject", p -> p.claims = c -> c.subject(null));
        bad.put("no group of ours", p -> p.groups = List.of("everybody"));
        bad.put("group of another case", p -> p.groups = List.of("PAYMENTS-ADMINS"));
        bad.put("groups joined in one text", p -> p.groups = "payments-admins,everybody");
        bad.put("groups as an object", p -> p.groups = Map.of("payments-admins", true));
        bad.put("no groups", p -> p.claims = c -> c.claim("groups", null));
        bad.put("a name that is markup", p -> p.name = "<b>lin</b>");
        bad.put("auth_time that is no time", p -> p.claims = c -> c.claim("auth_time", "now"));
        bad.putAll(badSignatures());
        return bad;
    }

    private Map<String, Consumer<FakeProvider>> badSignatures() {
        Map<String, Consumer<FakeProvider>> bad = new LinkedHashMap<>();
        bad.put("alg none", p -> p.signing = set -> new PlainJWT(set).serialize());
        bad.put(
                "HS256 with the client secret",
                p -> p.signing = set -> mac(set, "the-secret".repeat(4).getBytes(StandardCharsets.UTF_8)));
        bad.put(
                "HS256 with the public key's text",
                p -> p.signing =
                        set -> mac(set, p.key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)));
        bad.put(
                "another key under the same id",
                p -> p.signing = set -> FakeProvider.signed(set, h -> h, FakeProvider.key("k1")));
        bad.put(
                "a key that nobody publishes",
                p -> p.signing = set -> FakeProvider.signed(set, h -> h, FakeProvider.key("k9")));
        bad.put(
                "its own key in the header",
                p -> p.signing = set -> {
                    var own = FakeProvider.key("k8");
                    return FakeProvider.signed(set, h -> h.jwk(own.toPublicJWK()), own);
                });
        bad.put(
                "changed after signing",
                p -> p.signing = set -> {
                    String[] parts = FakeProvider.signed(set, h -> h, p.key()).split("\\.");
                    String other = new PlainJWT(new com.nimbusds.jwt.JWTClaimsSet.Builder(set)
                                    .subject("2")
                                    .build())
                            .serialize()
                            .split("\\.")[1];
                    return parts[0] + "." + other + "." + parts[2];
                });
        bad.put(
                "no signature",
                p -> p.signing = set -> {
                    String whole = FakeProvider.signed(set, h -> h, p.key());
                    return whole.substring(0, whole.lastIndexOf('.') + 1);
                });
        bad.put(
                "an access token",
                p -> p.signing = set -> FakeProvider.signed(set, h -> h.type(new JOSEObjectType("at+jwt")), p.key()));
        bad.put(
                "a critical extension",
                p -> p.signing = set -> {
                    var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(p.key().getKeyID())
                            .customParam("exp-x", 1)
                            .criticalParams(Set.of("exp-x"))
                            .build();
                    var jwt = new SignedJWT(header, set);
                    jwt.sign(new RSASSASigner(p.key().toRSAKey()));
                    return jwt.serialize();
                });
        bad.put("two tokens in one", p -> p.signing = set -> FakeProvider.signed(set, h -> h, p.key()) + ".x");
        bad.put("no token", p -> p.answer = _ -> "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}");
        bad.put("another type of token", p -> p.answer = text -> text.replace("Bearer", "mac"));
        bad.put("no JSON", p -> p.answer = _ -> "<html>");
        bad.put("an ID token twice", p -> p.answer = text -> text.replace("}", ",\"id_token\":\"x\"}"));
        bad.put("a server error", p -> p.answerStatus = 500);
        bad.put("a redirect", p -> p.answerStatus = 302);
        return bad;
    }

    private Date date(long seconds) {
        return Date.from(rig.now().plusSeconds(seconds));
    }

    private static String mac(com.nimbusds.jwt.JWTClaimsSet set, byte[] key) throws com.nimbusds.jose.JOSEException {
        var jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("k1").build(), set);
        jwt.sign(new MACSigner(key));
        return jwt.serialize();
    }

    @TestFactory
    Stream<DynamicTest> eachBadTokenIsRefusedAndNobodyIsMade() {
        return badTokens().entrySet().stream()
                .map(bad -> DynamicTest.dynamicTest(bad.getKey(), () -> {
                    empty();
                    bad.getValue().accept(provider);
                    ProviderBrowser browser = browser();
                    HttpReply reply = browser.signIn("/login/oidc");
                    assertThat(reply.status()).as(bad.getKey() + body(reply)).isEqualTo(403);
                    assertThat(browser.session()).isEmpty();
                    assertThat(rig.column("SELECT name FROM user_account")).isEmpty();
                    behave();
                    provider.groups = List.of("auditors");
                    provider.name = "lin";
                    assertThat(browser.signIn("/login/oidc").status())
                            .as("then a good one")
                            .isEqualTo(303);
                }));
    }

    @Test
    void anAnswerIsOfUseOnceInItsBrowserAndInItsTime() {
        ProviderBrowser lin = browser();
        Map<String, String> back = provider.approve(lin.depart("/login/oidc"));
        ProviderBrowser eve = browser();
        eve.depart("/login/oidc");
        assertThat(eve.back(back).status()).as("in another browser").isEqualTo(403);
        assertThat(browser().back(back).status())
                .as("in a browser that began nothing")
                .isEqualTo(403);
        String cookie = lin.cookies().get("tallygate-sign-in");
        assertThat(lin.back(back).status()).isEqualTo(303);
        lin.cookies().put("tallygate-sign-in", cookie);
        assertThat(lin.back(back).status()).as("a second time").isEqualTo(403);
        ProviderBrowser late = browser();
        Map<String, String> later = provider.approve(late.depart("/login/oidc"));
        rig.pass(Duration.ofMinutes(11));
        assertThat(late.back(later).status()).as("after its time").isEqualTo(403);
    }

    @Test
    void anAnswerThatIsBentOnItsWayIsRefused() {
        for (UnaryOperator<Map<String, String>> bend : List.<UnaryOperator<Map<String, String>>>of(
                back -> with(back, "iss", "https://evil.example"),
                back -> without(back, "iss"),
                back -> with(back, "state", "x".repeat(43)),
                back -> without(back, "state"),
                back -> with(back, "code", "code-of-somebody"),
                back -> without(back, "code"),
                back -> with(back, "error", "access_denied"))) {
            ProviderBrowser lin = browser();
            Map<String, String> bent = bend.apply(provider.approve(lin.depart("/login/oidc")));
            assertThat(lin.back(bent).status()).as(bent.keySet().toString()).isEqualTo(403);
            assertThat(lin.session()).isEmpty();
        }
    }

    private static Map<String, String> with(Map<String, String> back, String name, String value) {
        back.put(name, value);
        return back;
    }

    private static Map<String, String> without(Map<String, String> back, String name) {
        back.remove(name);
        return back;
    }

    @Test
    void aCodeOfAnotherSignInIsRefusedByItsVerifierAndNonce() {
        ProviderBrowser eve = browser();
        String stolen = provider.approve(eve.depart("/login/oidc")).get("code");
        ProviderBrowser lin = browser();
        Map<String, String> back = provider.approve(lin.depart("/login/oidc"));
        assertThat(lin.back(with(back, "code", stolen)).status()).isEqualTo(403);
    }

    @Test
    void noSignInLeadsToAForeignPage() {
        for (String to : List.of("https://evil.example", "//evil.example", "/\\evil.example", "javascript:x", "")) {
            ProviderBrowser lin = browser();
            assertThat(Browser.location(lin.signIn("/login/oidc?to=" + to)))
                    .as(to)
                    .isEqualTo("/");
        }
    }

    @Test
    void rotatedKeysAreFetchedAndAStrangerCannotMakeUsFetchThemWithoutEnd() {
        assertThat(browser().signIn("/login/oidc").status()).isEqualTo(303);
        rig.pass(Duration.ofSeconds(30));
        provider.rotate("k2");
        assertThat(browser().signIn("/login/oidc").status()).isEqualTo(303);
        int asked = provider.keysAsked();
        provider.signing = set -> FakeProvider.signed(set, h -> h, FakeProvider.key("k7"));
        for (int i = 0; i < 5; i++) {
            assertThat(browser().signIn("/login/oidc").status()).isEqualTo(403);
        }
        assertThat(provider.keysAsked()).isLessThanOrEqualTo(asked + 1);
        behave();
        provider.publish(new JWKSet());
        rig.pass(Duration.ofMinutes(11));
        assertThat(browser().signIn("/login/oidc").status())
                .as("a key that is withdrawn")
                .isEqualTo(403);
        provider.rotate("k1");
    }

    @Test
    void aProviderThatCallsItselfAnotherOneIsNotUsed() {
        rig.pass(Duration.ofMinutes(11));
        provider.description =
                text -> text.replaceFirst("\"issuer\":\"[^\"]*\"", "\"issuer\":\"https://evil.example\"");
        assertThat(browser().get("/login/oidc").status()).isEqualTo(502);
        provider.description = text -> text.replace(provider.issuer() + "/keys", "http://169.254.169.254/keys");
        assertThat(browser().signIn("/login/oidc").status())
                .as("keys at a metadata address")
                .isEqualTo(403);
    }

    @Test
    void roleChangesAtTheProviderHoldFromTheNextSignInAndNobodyIsAdminByItself() {
        browser().signIn("/login/oidc");
        provider.groups = List.of("auditors");
        browser().signIn("/login/oidc");
        assertThat(rig.column("SELECT role FROM user_account")).containsExactly("viewer");
        provider.groups = List.of("auditors", "payments-admins");
        browser().signIn("/login/oidc");
        assertThat(rig.column("SELECT role FROM user_account")).containsExactly("admin");
        assertThat(rig.column("SELECT after_state FROM audit_log WHERE action = 'user-role' ORDER BY id"))
                .containsSequence("role=viewer", "role=admin");
    }

    @Test
    void nobodyGetsALocalUsersAccountByItsName() {
        rig.person("lin", Role.ADMIN);
        assertThat(browser().signIn("/login/oidc").status()).isEqualTo(403);
    }

    @Test
    void aDisabledPersonStaysOut() {
        ProviderBrowser lin = browser();
        lin.signIn("/login/oidc");
        rig.change("UPDATE user_account SET disabled = 1");
        assertThat(lin.get("/tasks").status()).isEqualTo(303);
        assertThat(browser().signIn("/login/oidc").status()).isEqualTo(403);
    }

    @Test
    @Tag("T-29")
    void wrongPasswordsLockNobodyOutOfTheProvidersWay() {
        browser().signIn("/login/oidc");
        Browser guesser = new Browser(rig);
        for (int i = 0; i < 12; i++) {
            guesser.signIn("lin", "guess number " + i);
        }
        assertThat(rig.column("SELECT failures FROM user_account")).containsExactly("0");
        assertThat(browser().signIn("/login/oidc").status()).isEqualTo(303);
    }

    @Test
    @Tag("T-28")
    void aDangerousDeedWantsThePersonToProveThemselvesAnewAtTheProvider() {
        provider.groups = List.of("payments-admins");
        ProviderBrowser lin = browser();
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
        ProviderBrowser lin = browser();
        lin.signIn("/login/oidc");
        String before = lin.session();
        rig.pass(Duration.ofMinutes(6));
        provider.claims = c -> c.claim("auth_time", rig.now().minusSeconds(360).getEpochSecond());
        assertThat(lin.signIn("/confirm/oidc").status())
                .as("an old authentication")
                .isEqualTo(403);
        provider.claims = c -> c.claim("auth_time", null);
        assertThat(lin.signIn("/confirm/oidc").status()).as("no word of when").isEqualTo(403);
        behave();
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
        ProviderBrowser lin = browser();
        lin.signIn("/login/oidc");
        assertThat(Browser.location(lin.post("/users", "name=wu&role=viewer&back=/users")))
                .startsWith("/confirm?to=");
    }
}
