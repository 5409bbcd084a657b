package tallygate.gateway.identity.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.util.List;
import java.util.Set;

/** An ID token: first its form and algorithm, then its signature. What it claims is judged by {@link ClaimChecks}. */
final class IdToken {
    private static final int LENGTH_MAX = 32_768;
    private static final int RSA_BITS_MIN = 2048;
    private static final int KEYS_TRIED_MAX = 10;
    /** Signatures with a public key only: with a symmetric one the client secret, or a public key's text, could sign. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private final SignedJWT jwt;

    private IdToken(SignedJWT jwt) {
        this.jwt = jwt;
    }

    static IdToken read(String text) throws Refusal {
        if (text.length() > LENGTH_MAX) {
            throw new Refusal("form", "the ID token has " + text.length() + " characters, at most " + LENGTH_MAX);
        }
        SignedJWT jwt;
        try {
            jwt = SignedJWT.parse(text);
        } catch (ParseException e) {
            throw new Refusal("form", "the ID token is no signed token");
        }
        JWSHeader header = jwt.getHeader();
        if (!ALGORITHMS.contains(header.getAlgorithm())) {
            throw new Refusal(
                    "algorithm", "the ID token is signed with " + header.getAlgorithm() + ", allowed are RS, PS, ES");
        }
        if (header.getCriticalParams() != null && !header.getCriticalParams().isEmpty()) {
            throw new Refusal(
                    "critical", "the ID token demands " + header.getCriticalParams() + ", which is not known here");
        }
        if (header.getType() != null && !header.getType().equals(JOSEObjectType.JWT)) {
            throw new Refusal("type", "the token is of type " + header.getType() + ", no ID token");
        }
        return new IdToken(jwt);
    }

    /** The key set lacks this token's key: it may have been rotated. */
    boolean lacksKeyIn(JWKSet keys) {
        return candidates(keys).isEmpty();
    }

    /** @throws Refusal unless one of the provider's keys made the signature */
    void prove(JWKSet keys) throws Refusal {
        List<JWK> candidates = candidates(keys);
        if (candidates.isEmpty()) {
            throw new Refusal("key", "the provider has no key for this ID token");
        }
        for (JWK key : candidates.subList(0, Math.min(KEYS_TRIED_MAX, candidates.size()))) {
            if (isSignedBy(key)) {
                return;
            }
        }
        throw new Refusal("signature", "the ID token's signature is not the provider's");
    }

    private List<JWK> candidates(JWKSet keys) {
        return new JWKSelector(JWKMatcher.forJWSHeader(jwt.getHeader()))
                .select(keys).stream()
                        .filter(key -> key instanceof AsymmetricJWK
                                && !(key instanceof RSAKey rsa && rsa.size() < RSA_BITS_MIN))
                        .toList();
    }

    private boolean isSignedBy(JWK key) {
        try {
            var verifier = new DefaultJWSVerifierFactory()
                    .createJWSVerifier(jwt.getHeader(), ((AsymmetricJWK) key).toPublicKey());
            return jwt.verify(verifier);
        } catch (JOSEException | IllegalArgumentException e) {
            return false; // a key that cannot make such a signature has not made it
        }
    }

    ClaimChecks claims() throws Refusal {
        try {
            return new ClaimChecks(jwt.getJWTClaimsSet());
        } catch (ParseException e) {
            throw new Refusal("form", "the ID token's claims are no JSON object");
        }
    }
}
