package tallygate.callback.provider.recipe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Finding.Cause;
import tallygate.callback.provider.explain.BodyForms;
import tallygate.callback.provider.explain.UrlForms;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Finds out why a request was refused, by trying what usually happens to requests. For operators, off the hot path. */
record Explanation(Recipe recipe, Endpoint endpoint, List<BoundMode> modes) {
    private static final int DIGEST_DIGITS = 16;

    List<Finding> of(RawRequest request, Optional<Instant> at) {
        try {
            Scope scope = new Scope(request, endpoint);
            return switch (new Verification(modes).of(scope, at)) {
                case Proof.Signed signed -> aboutTime(scope, signed, at);
                case Proof.Unproven unproven -> about(request, unproven, at);
            };
        } catch (UnreadableException e) {
            return List.of(); // the refusal itself says what cannot be read
        }
    }

    private static List<Finding> aboutTime(Scope scope, Proof.Signed signed, Optional<Instant> at)
            throws UnreadableException {
        scope.carried(signed.carried());
        Optional<TimeRule> time = signed.mode().time();
        if (time.isEmpty() || at.isEmpty()) {
            return List.of();
        }
        return time.get()
                .judged(scope, at.get())
                .map(fault -> List.of(new Finding(
                        Cause.CLOCK_SKEW,
                        "the signature is right (key " + signed.keyId() + "); " + fault.detail()
                                + ": an old request sent again, or a clock that is off")))
                .orElseGet(List::of);
    }

    private List<Finding> about(RawRequest request, Proof.Unproven unproven, Optional<Instant> at) {
        return switch (unproven.reason()) {
            case SIGNATURE_MISSING, TIMESTAMP_MISSING, SIGNATURE_MALFORMED -> aboutHeaders(request, unproven);
            case KEY_UNKNOWN ->
                List.of(underAnotherId(request)
                        .orElseGet(() -> new Finding(aboutKey(unproven), unproven.detail() + "; held are " + held())));
            case SIGNATURE_MISMATCH -> aboutMismatch(request, at);
            case TIMESTAMP_EXPIRED,
                    TIMESTAMP_IN_FUTURE,
                    ALGORITHM_NOT_ALLOWED,
                    CERTIFICATE_UNTRUSTED,
                    DECRYPT_FAILED,
                    PROBE,
                    BODY_MALFORMED,
                    MERCHANT_MISMATCH,
                    NEEDS_CONFIRMATION,
                    CONFIG -> List.of();
        };
    }

    private static Cause aboutKey(Proof.Unproven unproven) {
        return unproven.detail().startsWith("signed in the way") ? Cause.WRONG_MODE : Cause.WRONG_KEY;
    }

    private String held() {
        return modes.stream()
                .flatMap(bound -> bound.checks().stream())
                .map(check -> check.key().slot() + " (" + check.key().id() + ")")
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private List<Finding> aboutHeaders(RawRequest request, Proof.Unproven unproven) {
        List<Finding> findings = new ArrayList<>();
        Set<String> due = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        due.addAll(unproven.mode().soleHeaders());
        for (String header : due) {
            int times = request.headerValues(header).size();
            if (times > 1) {
                findings.add(new Finding(
                        Cause.HEADER_AMBIGUOUS, header + " stands " + times + " times; a proxy may have added one"));
            } else if (times == 0) {
                findings.add(new Finding(Cause.HEADER_MISSING, header + " is missing" + alike(request, header)));
            }
        }
        return findings;
    }

    /** Proxies that turn hyphens into underscores, and senders that drop a prefix. */
    private static String alike(RawRequest request, String header) {
        String plain = letters(header);
        return request.headers().stream()
                .map(Header::name)
                .filter(name -> letters(name).equals(plain))
                .findFirst()
                .map(name -> "; the request has " + name + ", which something on the way may have renamed")
                .orElse("; a proxy may have dropped it");
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private List<Finding> aboutMismatch(RawRequest request, Optional<Instant> at) {
        Optional<Finding> found = underAnotherId(request)
                .or(() -> retiredKey(request, at))
                .or(() -> otherDecoding(request))
                .or(() -> alteredBody(request))
                .or(() -> rewrittenUrl(request));
        return List.of(found.orElseGet(() -> new Finding(
                Cause.NO_KEY_FITS,
                "tried " + held() + " on the request as it came and on what re-encoders, proxies and frameworks make of"
                        + " it; body of " + request.body().length + " bytes, SHA-256 " + digest(request.body())
                        + ": most likely the secret is another endpoint's or environment's")));
    }

    /** The request names one key and was signed with another that is held too. */
    private Optional<Finding> underAnotherId(RawRequest request) {
        List<BoundMode> nameless = modes.stream().map(BoundMode::nameless).toList();
        return signer(request, endpoint, nameless)
                .map(signed -> new Finding(
                        Cause.WRONG_KEY,
                        "signed by the key configured as " + signed.keyId().substring(HeldCheck.MADE_ID.length())
                                + ", but the request names another or none"));
    }

    private Optional<Finding> retiredKey(RawRequest request, Optional<Instant> at) {
        if (at.isEmpty()) {
            return Optional.empty();
        }
        return signer(request, endpoint, modes)
                .map(signed -> new Finding(
                        Cause.WRONG_KEY,
                        "signed with key " + signed.keyId() + ", which does not count at " + at.get()));
    }

    /** The right secret, used in another way than this provider does. */
    private Optional<Finding> otherDecoding(RawRequest request) {
        for (BoundMode bound : modes) {
            if (bound.mode().algorithm().usual() instanceof Algorithm.Keyed keyed) {
                for (SecretDecoding decoding : SecretDecoding.values()) {
                    if (signer(request, endpoint, List.of(bound.decodedAs(decoding, keyed)))
                            .isPresent()) {
                        return Optional.of(new Finding(
                                Cause.WRONG_KEY,
                                "the signature fits when the secret is taken as "
                                        + Section.wordOf(decoding) + ": the sender signs in another way than "
                                        + recipe.title()));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Finding> alteredBody(RawRequest request) {
        for (BodyForms.Form form : BodyForms.of(request.body())) {
            RawRequest changed = new RawRequest(
                    request.method(),
                    request.scheme(),
                    request.authority(),
                    request.target(),
                    request.headers(),
                    form.body(),
                    request.remoteAddress());
            Optional<Proof.Signed> signed = signer(changed, endpoint, modes);
            if (signed.isPresent()) {
                return Optional.of(new Finding(
                        Cause.BODY_ALTERED,
                        "key " + signed.get().keyId() + " fits " + form.words() + "; came "
                                + request.body().length + " bytes, SHA-256 " + digest(request.body()) + "; signed were "
                                + form.body().length + " bytes, SHA-256 " + digest(form.body())));
            }
        }
        return Optional.empty();
    }

    private Optional<Finding> rewrittenUrl(RawRequest request) {
        EndpointOptions options = endpoint.options();
        for (String url : UrlForms.of(request, options.publicUrl())) {
            EndpointOptions other = new EndpointOptions(
                    options.endpoint(),
                    Optional.of(url),
                    options.merchantId(),
                    options.appId(),
                    options.tolerance(),
                    options.environment());
            if (signer(request, new Endpoint(other, endpoint.words()), modes).isPresent()) {
                return Optional.of(new Finding(
                        Cause.URL_REWRITTEN,
                        "the signature fits " + url + ", seen here as "
                                + options.publicUrl().orElse(request.url()) + ": set public-url to the first"));
            }
        }
        return Optional.empty();
    }

    private static Optional<Proof.Signed> signer(RawRequest request, Endpoint endpoint, List<BoundMode> modes) {
        try {
            Proof proof = new Verification(modes).of(new Scope(request, endpoint), Optional.empty());
            return proof instanceof Proof.Signed signed ? Optional.of(signed) : Optional.empty();
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    private static String digest(byte[] bytes) {
        return HashAlgorithm.SHA256.hex(bytes).substring(0, DIGEST_DIGITS) + "…";
    }
}
