package tallygate.gateway.identity.oidc;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.outbound.Outbound;
import tallygate.gateway.identity.Secrets;

/**
 * The authorization code flow with PKCE: sends a browser to the provider and judges what it brings back. An attempt is taken once,
 * within ten minutes, in the browser that began it.
 */
public final class OidcSignIn {
    private static final Duration ATTEMPT = Duration.ofMinutes(10);
    private static final int PARAMETER_MAX = 4_096;

    private final OidcSettings settings;
    private final OidcServer server;
    private final AttemptStore attempts;
    private final Secrets secrets;
    private final InstantSource clock;

    public OidcSignIn(
            OidcSettings settings, Outbound outbound, AttemptStore attempts, Secrets secrets, InstantSource clock) {
        this.settings = settings;
        this.server = new OidcServer(settings, outbound, clock);
        this.attempts = attempts;
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * A browser on its way.
     *
     * @param cookie to be set in it
     */
    public record Departure(URI provider, String cookie) {}

    /**
     * A browser that is back.
     *
     * @param returnTo where it wanted to go
     * @param sessionKey the session that is confirmed by this; empty for a new one
     */
    public record Arrival(Proven person, String returnTo, String sessionKey) {}

    /**
     * What the browser brings.
     *
     * @param cookie of {@link Departure}, empty when it has none
     * @param issuer the {@code iss} parameter of RFC 9207
     */
    public record Answer(String cookie, String state, String code, String error, Optional<String> issuer) {
        /** Nothing of it. */
        @Override
        public String toString() {
            return "Answer";
        }
    }

    /**
     * @param returnTo a path on this listener
     * @param sessionKey of a session whose person must prove themselves anew; empty for a new session
     */
    public Departure depart(String returnTo, String sessionKey) throws Refusal, InterruptedException {
        OidcServer.Description provider = server.description();
        BrowserSecret secret = new BrowserSecret(secrets.next());
        Instant now = clock.instant();
        attempts.begin(
                new AttemptStore.Attempt(Secrets.digest(secret.state()), returnTo, sessionKey, now, now.plus(ATTEMPT)));
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", settings.client().id());
        query.put("redirect_uri", settings.client().redirectUri().toString());
        query.put("scope", String.join(" ", settings.scopes()));
        query.put("state", secret.state());
        query.put("nonce", secret.nonce());
        query.put("code_challenge", secret.challenge());
        query.put("code_challenge_method", "S256");
        if (!sessionKey.isEmpty()) {
            query.put("prompt", "login");
            query.put("max_age", "0");
        }
        String to = provider.authorize().toString();
        return new Departure(URI.create(to + (to.contains("?") ? "&" : "?") + OidcServer.form(query)), secret.value());
    }

    /** @throws Refusal with the check that failed; the attempt is used up in any case */
    public Arrival arrive(Answer answer) throws Refusal, InterruptedException {
        if (answer.cookie().isEmpty() || answer.state().isEmpty()) {
            throw new Refusal("state", "this browser has begun no sign-in, or ten minutes ago");
        }
        BrowserSecret secret = new BrowserSecret(answer.cookie());
        if (!Secrets.same(secret.state(), answer.state())) {
            throw new Refusal("state", "the answer belongs to another sign-in");
        }
        AttemptStore.Attempt attempt = attempts.take(Secrets.digest(answer.state()), clock.instant())
                .orElseThrow(
                        () -> new Refusal("state", "the sign-in was finished before, or its ten minutes are over"));
        judge(answer);
        IdToken token = IdToken.read(server.redeem(answer.code(), secret.verifier()));
        server.prove(token);
        ClaimChecks claims = token.claims();
        Instant now = clock.instant();
        claims.source(settings);
        claims.times(now);
        claims.nonce(secret.nonce());
        if (!attempt.sessionKey().isEmpty()) {
            claims.authenticatedSince(attempt.begunAt(), now);
        }
        return new Arrival(claims.person(settings), attempt.returnTo(), attempt.sessionKey());
    }

    private void judge(Answer answer) throws Refusal, InterruptedException {
        if (!answer.error().isEmpty()) {
            throw new Refusal("provider", "the provider refused the sign-in");
        }
        boolean isNamed = server.description().namesItself();
        boolean isOther = answer.issuer()
                .map(named -> !named.equals(settings.issuer().toString()))
                .orElse(isNamed);
        if (isOther) {
            throw new Refusal("issuer", "the answer is of another provider");
        }
        if (answer.code().isEmpty() || answer.code().length() > PARAMETER_MAX) {
            throw new Refusal("code", "the answer brings no code");
        }
    }
}
