package tallygate.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Ways in which an identity provider's token, or the answer it comes in, is bad: each told to the provider before it answers. */
record BadAnswers(Supplier<Instant> clock) {
    Map<String, Consumer<FakeProvider>> all() {
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
                    String other = new PlainJWT(
                                    new JWTClaimsSet.Builder(set).subject("2").build())
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
        return Date.from(clock.get().plusSeconds(seconds));
    }

    private static String mac(JWTClaimsSet set, byte[] key) throws JOSEException {
        var jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("k1").build(), set);
        jwt.sign(new MACSigner(key));
        return jwt.serialize();
    }

    /** What can be bent in the answer that the browser carries. */
    static List<UnaryOperator<Map<String, String>>> bends() {
        return List.<UnaryOperator<Map<String, String>>>of(
                back -> with(back, "iss", "https://evil.example"),
                back -> without(back, "iss"),
                back -> with(back, "state", "x".repeat(43)),
                back -> without(back, "state"),
                back -> with(back, "code", "code-of-somebody"),
                back -> without(back, "code"),
                back -> with(back, "error", "access_denied"));
    }

    static Map<String, String> with(Map<String, String> back, String name, String value) {
        back.put(name, value);
        return back;
    }

    private static Map<String, String> without(Map<String, String> back, String name) {
        back.remove(name);
        return back;
    }
}
