package tallygate.gateway.identity.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.identity.User;

/** Judges what a token with a good signature claims: for whom, by whom, when, in answer to what, and who the person is. Pure. */
final class ClaimChecks {
    /** How far the provider's clock may be off. */
    static final Duration SKEW = Duration.ofSeconds(60);

    /** A code is exchanged at once: an older token was issued for something else. */
    private static final Duration AGE_MAX = Duration.ofMinutes(10);

    private static final int SUBJECT_MAX = 255;
    private static final int GROUPS_MAX = 10_000;

    private final JWTClaimsSet claims;

    ClaimChecks(JWTClaimsSet claims) {
        this.claims = claims;
    }

    void source(OidcSettings settings) throws Refusal {
        String client = settings.client().id();
        must(settings.issuer().toString().equals(claims.getIssuer()), "issuer", "the token is of another issuer");
        List<String> audience = claims.getAudience();
        must(audience != null && audience.contains(client), "audience", "the token is for another client");
        String party = text("azp");
        must(party.isEmpty() || party.equals(client), "authorized-party", "the token was issued to another client");
        must(
                audience.size() == 1 || !party.isEmpty(),
                "authorized-party",
                "the token is for several clients and does not say to which one it was issued");
    }

    void times(Instant now) throws Refusal {
        Instant expires = needed(claims.getExpirationTime(), "expired", "exp");
        must(now.isBefore(expires.plus(SKEW)), "expired", "the token has expired");
        Instant issued = needed(claims.getIssueTime(), "issued", "iat");
        must(!issued.isAfter(now.plus(SKEW)), "issued", "the token was issued in the future");
        must(!issued.isBefore(now.minus(AGE_MAX)), "issued", "the token was issued more than 10 minutes ago");
        Date since = claims.getNotBeforeTime();
        must(since == null || !since.toInstant().isAfter(now.plus(SKEW)), "not-before", "the token is not valid yet");
    }

    void nonce(String wanted) throws Refusal {
        must(Secrets.same(text("nonce"), wanted), "nonce", "the token does not answer this sign-in");
    }

    /** When the person proved themselves to the provider; empty when it does not say. */
    Optional<Instant> authenticatedAt() throws Refusal {
        try {
            return Optional.ofNullable(claims.getDateClaim("auth_time")).map(Date::toInstant);
        } catch (ParseException e) {
            throw new Refusal("auth-time", "auth_time is no time");
        }
    }

    /** The person proved themselves anew, in answer to this request. */
    void authenticatedSince(Instant begun, Instant now) throws Refusal {
        Instant at = authenticatedAt()
                .orElseThrow(() -> new Refusal("auth-time", "the provider does not say when the person authenticated"));
        must(!at.isBefore(begun.minus(SKEW)), "auth-time", "the person has not authenticated anew");
        must(!at.isAfter(now.plus(SKEW)), "auth-time", "the person authenticated in the future");
    }

    Proven person(OidcSettings settings) throws Refusal {
        String subject = claims.getSubject() == null ? "" : claims.getSubject();
        must(!subject.isEmpty() && subject.length() <= SUBJECT_MAX, "subject", "the token names no person");
        Role role = settings.role(groups(settings.groupsClaim()))
                .orElseThrow(() -> new Refusal("groups", "none of the person's groups has a role here"));
        String name = text(settings.nameClaim()).toLowerCase(java.util.Locale.ROOT);
        try {
            User.requireFree(name);
        } catch (IllegalArgumentException e) {
            throw new Refusal("name", "claim " + settings.nameClaim() + ": " + e.getMessage());
        }
        return new Proven(settings.issuer().toString(), subject, name, role, authenticatedAt());
    }

    /** A list of texts, or one text as a whole: a list within a text is one group with a strange name. */
    private List<String> groups(String claim) throws Refusal {
        Object held = claims.getClaim(claim);
        if (held instanceof String one) {
            return List.of(one);
        }
        if (!(held instanceof List<?> list) || list.size() > GROUPS_MAX) {
            throw new Refusal("groups", "claim " + claim + " is no list of groups");
        }
        return list.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }

    private String text(String claim) {
        return claims.getClaim(claim) instanceof String text ? text : "";
    }

    private static Instant needed(@Nullable Date held, String check, String claim) throws Refusal {
        if (held == null) {
            throw new Refusal(check, "the token has no " + claim);
        }
        return held.toInstant();
    }

    private static void must(boolean holds, String check, String otherwise) throws Refusal {
        if (!holds) {
            throw new Refusal(check, otherwise);
        }
    }
}
