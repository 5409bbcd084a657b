package tallygate.callback.provider.explain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Finding.Cause;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Judgement;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/**
 * Explains a refusal: by what the scheme itself knows, and by changing the request back in the ways in which requests are
 * changed on their way and asking again, which needs no knowledge of the scheme.
 *
 * @param publicUrl as configured, where the endpoint has one
 */
public record Trial(BoundProvider provider, Optional<String> publicUrl) {
    private static final int DIGEST_DIGITS = 16;

    /** What explains the refusal, best first; empty when the request is not refused or nothing explains it. */
    public List<Finding> of(RawRequest request, Optional<Instant> at) {
        if (!(provider.judge(request, at) instanceof Judgement.Refused refused)) {
            return List.of();
        }
        Optional<Finding> header =
                mayBeHeaders(refused.reason()) ? changedHeader(request, refused.reason()) : Optional.empty();
        if (header.isPresent()) {
            return List.of(header.get());
        }
        List<Finding> own = provider.explain(request, at);
        return own.isEmpty() ? about(request, refused) : own;
    }

    private Optional<Finding> changedHeader(RawRequest request, Reason reason) {
        boolean isOneMissing = reason == Reason.SIGNATURE_MISSING || reason == Reason.TIMESTAMP_MISSING;
        return new HeaderForms(this::isProven).finding(request, isOneMissing);
    }

    /** A signature that is right after a header was changed back needs no further explanation. */
    private static boolean mayBeHeaders(Reason reason) {
        return switch (reason) {
            case SIGNATURE_MISSING,
                    SIGNATURE_MALFORMED,
                    SIGNATURE_MISMATCH,
                    TIMESTAMP_MISSING,
                    KEY_UNKNOWN,
                    CERTIFICATE_UNTRUSTED,
                    ALGORITHM_NOT_ALLOWED -> true;
            case TIMESTAMP_EXPIRED,
                    TIMESTAMP_IN_FUTURE,
                    DECRYPT_FAILED,
                    PROBE,
                    BODY_MALFORMED,
                    MERCHANT_MISMATCH,
                    NEEDS_CONFIRMATION,
                    CONFIG -> false;
        };
    }

    private List<Finding> about(RawRequest request, Judgement.Refused refused) {
        return switch (refused.reason()) {
            case TIMESTAMP_EXPIRED, TIMESTAMP_IN_FUTURE ->
                one(
                        Cause.CLOCK_SKEW,
                        "the signature is right; " + refused.detail()
                                + ": an old request sent again, or a clock that is off");
            case SIGNATURE_MISSING, TIMESTAMP_MISSING -> changedBack(request, lost(refused));
            case SIGNATURE_MISMATCH, SIGNATURE_MALFORMED -> changedBack(request, noKey(request, refused));
            case BODY_MALFORMED -> changedBack(request, List.of());
            case DECRYPT_FAILED, KEY_UNKNOWN, CERTIFICATE_UNTRUSTED ->
                changedBack(request, one(Cause.WRONG_KEY, refused.detail() + held()));
            case ALGORITHM_NOT_ALLOWED -> one(Cause.WRONG_MODE, refused.detail());
            case MERCHANT_MISMATCH ->
                one(
                        Cause.OTHER_MERCHANT,
                        "the signature is right; " + refused.detail()
                                + ": this endpoint's URL is registered at another merchant, or merchant-id or app-id"
                                + " is not this merchant's");
            case PROBE, NEEDS_CONFIRMATION, CONFIG -> List.of();
        };
    }

    private static List<Finding> one(Cause cause, String detail) {
        return List.of(new Finding(cause, detail));
    }

    private static List<Finding> lost(Judgement.Refused refused) {
        return refused.detail().startsWith("header ")
                ? one(Cause.HEADER_MISSING, refused.detail() + "; a proxy may have dropped it")
                : one(Cause.FIELD_MISSING, refused.detail());
    }

    private List<Finding> noKey(RawRequest request, Judgement.Refused refused) {
        return one(
                Cause.NO_KEY_FITS,
                refused.detail() + "; tried on the request as it came and on what re-encoders, proxies and frameworks"
                        + " make of it; body of " + bytes(request.body()) + held()
                        + ": most likely the key is another endpoint's or environment's, or your own in place of the"
                        + " provider's");
    }

    private String held() {
        List<HeldKey> keys = provider.keys();
        return keys.isEmpty()
                ? ""
                : "; held are "
                        + keys.stream()
                                .map(key -> key.slot() + " (" + key.id() + ")")
                                .distinct()
                                .collect(Collectors.joining(", "));
    }

    private List<Finding> changedBack(RawRequest request, List<Finding> otherwise) {
        Optional<Finding> found = alteredBody(request).or(() -> rewrittenUrl(request));
        if (found.isPresent()) {
            return List.of(found.get());
        }
        List<Finding> all = new ArrayList<>();
        HeaderForms.otherLength(request).ifPresent(all::add);
        all.addAll(otherwise);
        return all;
    }

    private Optional<Finding> alteredBody(RawRequest request) {
        return BodyForms.of(request.body()).stream()
                .filter(form -> isProven(withBody(request, form.body())))
                .findFirst()
                .map(form -> new Finding(
                        Cause.BODY_ALTERED,
                        "the signature fits " + form.words() + "; came " + bytes(request.body()) + "; signed were "
                                + bytes(form.body())));
    }

    private Optional<Finding> rewrittenUrl(RawRequest request) {
        return UrlForms.of(request, publicUrl).stream()
                .filter(url -> isProven(at(request, url)))
                .findFirst()
                .map(url -> new Finding(
                        Cause.URL_REWRITTEN,
                        "the signature fits " + url + ", seen here as " + publicUrl.orElse(request.url())
                                + ": set public-url to the first"));
    }

    /** True when its signature is right, whatever its time and whosever it is. */
    private boolean isProven(RawRequest changed) {
        return switch (provider.judge(changed, Optional.empty())) {
            case Judgement.Genuine _ -> true;
            case Judgement.Refused refused -> refused.reason() == Reason.MERCHANT_MISMATCH;
            case Judgement.NeedsConfirmation _, Judgement.Handshake _ -> false;
        };
    }

    private static RawRequest withBody(RawRequest request, byte[] body) {
        return new RawRequest(
                request.method(),
                request.scheme(),
                request.authority(),
                request.target(),
                request.headers(),
                body,
                request.remoteAddress());
    }

    private static RawRequest at(RawRequest request, String url) {
        int authority = url.indexOf("://") + "://".length();
        int target = url.indexOf('/', authority);
        return new RawRequest(
                request.method(),
                url.substring(0, authority - "://".length()),
                url.substring(authority, target < 0 ? url.length() : target),
                target < 0 ? "/" : url.substring(target),
                request.headers(),
                request.body(),
                request.remoteAddress());
    }

    private static String bytes(byte[] body) {
        return body.length + " bytes, SHA-256 " + HashAlgorithm.SHA256.hex(body).substring(0, DIGEST_DIGITS) + "…";
    }
}
