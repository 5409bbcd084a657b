package tallygate.gateway;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** An identity provider on this machine that can be told to misbehave in one way. It checks PKCE and codes as a good one does. */
final class FakeProvider implements AutoCloseable {
    static final String CLIENT = "tallygate";

    private final HttpServer server;
    private final Map<String, Request> codes = new HashMap<>();
    private final Supplier<Instant> clock;
    private JWK key = rsaKey();
    private JWKSet published = new JWKSet(key.toPublicJWK());
    private int keysAsked;
    private int tokensAsked;

    String name = "lin";
    String subject = "0001";
    Object groups = List.of("payments-oncall", "everybody");
    /** What is changed in the claims before they are signed. */
    UnaryOperator<JWTClaimsSet.Builder> claims = UnaryOperator.identity();
    /** Makes the token of the claims. */
    Signing signing = set -> signed(set, header -> header, key);
    /** What is changed in the description. */
    UnaryOperator<String> description = UnaryOperator.identity();
    /** What is changed in the token endpoint's answer. */
    UnaryOperator<String> answer = UnaryOperator.identity();

    int answerStatus = 200;

    interface Signing {
        String token(JWTClaimsSet claims) throws JOSEException;
    }

    /** What came to the authorization endpoint. */
    private record Request(Map<String, String> query, Instant at) {}

    FakeProvider(Supplier<Instant> clock) {
        this.clock = clock;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext(
                "/.well-known/openid-configuration",
                exchange ->
                        reply(exchange, 200, description.apply("""
                            {"issuer":"%s","authorization_endpoint":"%s/authorize","token_endpoint":"%s/token","jwks_uri":"%s/keys",
                             "authorization_response_iss_parameter_supported":true}
                            """.formatted(issuer(), issuer(), issuer(), issuer()))));
        server.createContext("/keys", exchange -> {
            keysAsked++;
            reply(exchange, 200, published.toString());
        });
        server.createContext("/token", this::token);
        server.start();
    }

    /** As a good provider does from now on. */
    void behave() {
        claims = UnaryOperator.identity();
        signing = set -> signed(set, header -> header, key);
        description = UnaryOperator.identity();
        answer = UnaryOperator.identity();
        answerStatus = 200;
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int tokensAsked() {
        return tokensAsked;
    }

    int keysAsked() {
        return keysAsked;
    }

    JWK key() {
        return key;
    }

    private static JWK rsaKey() {
        try {
            return new RSAKeyGenerator(2048)
                    .keyID("k1")
                    .keyUse(KeyUse.SIGNATURE)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** On a curve, which is made in no time. */
    static JWK key(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256)
                    .keyID(id)
                    .keyUse(KeyUse.SIGNATURE)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Signs with another key from now on. */
    void rotate(String id) {
        key = key(id);
        published = new JWKSet(key.toPublicJWK());
    }

    /** Publishes keys that it does not sign with. */
    void publish(JWKSet keys) {
        published = keys;
    }

    static String signed(JWTClaimsSet claims, UnaryOperator<JWSHeader.Builder> header, JWK by) throws JOSEException {
        JWSAlgorithm algorithm = by.getKeyType().equals(KeyType.RSA) ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256;
        JWSHeader.Builder plain = new JWSHeader.Builder(algorithm).keyID(by.getKeyID());
        var jwt = new SignedJWT(header.apply(plain).build(), claims);
        jwt.sign(new DefaultJWSSignerFactory().createJWSSigner(by, algorithm));
        return jwt.serialize();
    }

    /** The person signs in: the query that the browser brings back. */
    Map<String, String> approve(URI departure) {
        Map<String, String> query = query(departure.getRawQuery());
        String code = "code-" + codes.size();
        codes.put(code, new Request(query, clock.get()));
        Map<String, String> back = new HashMap<>();
        back.put("code", code);
        back.put("state", query.getOrDefault("state", ""));
        back.put("iss", issuer());
        return back;
    }

    static Map<String, String> query(String text) {
        Map<String, String> fields = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            String[] sides = pair.split("=", 2);
            fields.put(sides[0], URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
        }
        return fields;
    }

    private void token(HttpExchange exchange) throws IOException {
        tokensAsked++;
        Map<String, String> form =
                query(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
        Request request = codes.remove(form.get("code"));
        String credentials = "Basic "
                + Base64.getEncoder().encodeToString((CLIENT + ":the-secret").getBytes(StandardCharsets.UTF_8));
        boolean isGood = request != null
                && credentials.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                && request.query().get("redirect_uri").equals(form.get("redirect_uri"))
                && request.query().get("code_challenge").equals(challenge(form.get("code_verifier")));
        if (!isGood) {
            reply(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        try {
            String token = signing.token(claims.apply(claims(request)).build());
            reply(
                    exchange,
                    answerStatus,
                    answer.apply("{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"id_token\":\"" + token + "\"}"));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private JWTClaimsSet.Builder claims(Request request) {
        Instant now = clock.get();
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience(CLIENT)
                .subject(subject)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)))
                .claim("nonce", request.query().get("nonce"))
                .claim("auth_time", request.at().getEpochSecond())
                .claim("preferred_username", name)
                .claim("groups", groups);
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
