package tallygate.gateway.identity.oidc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.nimbusds.jose.jwk.JWKSet;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tallygate.callback.outbound.Destination;
import tallygate.callback.outbound.Outbound;
import tallygate.callback.outbound.OutboundAnswer;
import tallygate.callback.outbound.OutboundLimits;
import tallygate.callback.outbound.OutboundRequest;

/**
 * The provider's side: its description, its keys and its token endpoint, all through the guarded client. Description and keys are
 * kept for 10 minutes; a token by a key that is not among them asks for the keys anew, at most once in 10 seconds.
 */
final class OidcServer {
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration ASKED_ANEW = Duration.ofSeconds(10);
    private static final OutboundLimits LIMITS =
            new OutboundLimits(Duration.ofSeconds(3), Duration.ofSeconds(8), 256 * 1024);
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final OidcSettings settings;
    private final Outbound outbound;
    private final InstantSource clock;
    private @Nullable Known<Description> description;
    private @Nullable Known<JWKSet> keys;

    OidcServer(OidcSettings settings, Outbound outbound, InstantSource clock) {
        this.settings = settings;
        this.outbound = outbound;
        this.clock = clock;
    }

    private record Known<T>(T value, Instant since) {
        boolean isYoungerThan(Duration age, Instant now) {
            return now.isBefore(since.plus(age));
        }
    }

    /**
     * What the provider says of itself.
     *
     * @param namesItself it puts its issuer into answers: then one without it is of somebody else (RFC 9207)
     */
    record Description(URI authorize, URI token, URI keys, boolean namesItself) {}

    synchronized Description description() throws Refusal, InterruptedException {
        Known<Description> known = description;
        if (known == null || !known.isYoungerThan(KEPT, clock.instant())) {
            known = new Known<>(describe(), clock.instant());
            description = known;
        }
        return known.value();
    }

    private Description describe() throws Refusal, InterruptedException {
        String base = settings.issuer().toString().replaceFirst("/$", "");
        JsonNode told = json(send(OutboundRequest.get(
                new Destination.Configured(URI.create(base + "/.well-known/openid-configuration")))));
        if (!told.path("issuer").asText().equals(settings.issuer().toString())) {
            throw new Refusal("issuer", "the provider describes itself as another issuer");
        }
        return new Description(
                url(told, "authorization_endpoint"),
                url(told, "token_endpoint"),
                url(told, "jwks_uri"),
                told.path("authorization_response_iss_parameter_supported").asBoolean());
    }

    private static URI url(JsonNode told, String name) throws Refusal {
        try {
            URI url = new URI(told.path(name).asText());
            if (url.getHost() != null && ("https".equals(url.getScheme()) || "http".equals(url.getScheme()))) {
                return url;
            }
        } catch (java.net.URISyntaxException e) {
            throw new Refusal("description", "the provider's " + name + " is no URL");
        }
        throw new Refusal("description", "the provider's " + name + " is no URL");
    }

    /** On the issuer's own host and port the operator's word holds; any other host must be public and speak TLS. */
    private Destination destination(URI url) {
        boolean isOwn = Objects.equals(url.getScheme(), settings.issuer().getScheme())
                && Objects.equals(url.getRawAuthority(), settings.issuer().getRawAuthority());
        return isOwn ? new Destination.Configured(url) : new Destination.Foreign(url);
    }

    /** @throws Refusal unless the token's signature is the provider's */
    void prove(IdToken token) throws Refusal, InterruptedException {
        JWKSet held = keys(KEPT);
        token.prove(token.lacksKeyIn(held) ? keys(ASKED_ANEW) : held);
    }

    private synchronized JWKSet keys(Duration ageMax) throws Refusal, InterruptedException {
        Known<JWKSet> known = keys;
        if (known == null || !known.isYoungerThan(ageMax, clock.instant())) {
            String text = send(OutboundRequest.get(destination(description().keys())));
            try {
                known = new Known<>(JWKSet.parse(text).toPublicJWKSet(), clock.instant());
            } catch (ParseException | IllegalArgumentException e) {
                throw new Refusal("keys", "the provider's keys cannot be read");
            }
            keys = known;
        }
        return known.value();
    }

    /** @return the ID token that the code is worth */
    String redeem(String code, String verifier) throws Refusal, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", settings.client().redirectUri().toString());
        form.put("code_verifier", verifier);
        String secret = settings.client().secret();
        if (secret.isEmpty()) {
            form.put("client_id", settings.client().id());
        }
        OutboundRequest request = OutboundRequest.post(
                        destination(description().token()), "application/x-www-form-urlencoded", form(form))
                .with("Accept", "application/json");
        if (!secret.isEmpty()) {
            String pair = encoded(settings.client().id()) + ":" + encoded(secret);
            String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            request = request.with("Authorization", "Basic " + basic);
        }
        JsonNode told = json(send(request));
        if (!told.path("token_type").asText().equalsIgnoreCase("Bearer")
                || !told.path("id_token").isTextual()) {
            throw new Refusal("code", "the provider gave no ID token for the code");
        }
        return told.path("id_token").asText();
    }

    private String send(OutboundRequest request) throws Refusal, InterruptedException {
        return switch (outbound.send(request.within(LIMITS))) {
            case OutboundAnswer.Answered answered when answered.status() == 200 -> answered.text();
            case OutboundAnswer.Answered answered ->
                throw new Refusal("provider", "the provider answered " + answered.status());
            case OutboundAnswer.NotSent notSent -> throw new Refusal("provider-away", notSent.why());
            case OutboundAnswer.Unknown unknown -> throw new Refusal("provider-away", unknown.why());
        };
    }

    private static JsonNode json(String text) throws Refusal {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new Refusal("provider", "the provider's answer is no JSON");
        }
    }

    static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
