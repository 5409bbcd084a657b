package tallygate.callback.provider.explain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Finding.Cause;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * What headers may have been before a proxy renamed, doubled or dropped one.
 *
 * @param isProven true when the signature of a request is right
 */
record HeaderForms(Predicate<RawRequest> isProven) {
    private static final List<String> PREFIXES = List.of("X-", "HTTP-", "X-Original-", "X-Forwarded-");

    /** @param isOneMissing when none is missing, one with another prefix is not the one that is meant */
    Optional<Finding> finding(RawRequest request, boolean isOneMissing) {
        return renamed(request, isOneMissing).or(() -> doubled(request));
    }

    /** A body whose length is not the one that was announced was changed after it had been sent. */
    static Optional<Finding> otherLength(RawRequest request) {
        List<String> announced = request.headerValues("Content-Length");
        boolean isEncoded = !request.headerValues("Content-Encoding").isEmpty();
        if (isEncoded
                || announced.size() != 1
                || announced.getFirst().equals(Integer.toString(request.body().length))) {
            return Optional.empty();
        }
        String shown = announced.getFirst().matches("[0-9]{1,12}") ? announced.getFirst() : "no number";
        return Optional.of(new Finding(
                Cause.BODY_ALTERED,
                "Content-Length says " + shown + ", the body has " + request.body().length
                        + " bytes: something changed or cut it on the way"));
    }

    private Optional<Finding> renamed(RawRequest request, boolean isOneMissing) {
        List<List<Header>> tries = new ArrayList<>();
        tries.add(request.headers().stream()
                .map(header -> new Header(header.name().replace('_', '-'), header.value()))
                .toList());
        for (String prefix : isOneMissing ? PREFIXES : List.<String>of()) {
            tries.add(request.headers().stream()
                    .map(header -> new Header(without(prefix, header.name().replace('_', '-')), header.value()))
                    .toList());
        }
        if (isOneMissing) {
            tries.add(request.headers().stream()
                    .map(header -> new Header("X-" + header.name(), header.value()))
                    .toList());
        }
        for (List<Header> headers : tries) {
            if (!headers.equals(request.headers()) && isProven.test(withHeaders(request, headers))) {
                return Optional.of(new Finding(
                        Cause.HEADER_MISSING,
                        "the signature fits when " + difference(request.headers(), headers)
                                + ": something on the way renamed headers"));
            }
        }
        return Optional.empty();
    }

    private static String without(String prefix, String name) {
        return name.regionMatches(true, 0, prefix, 0, prefix.length()) ? name.substring(prefix.length()) : name;
    }

    private static String difference(List<Header> came, List<Header> meant) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < came.size(); i++) {
            if (!came.get(i).name().equals(meant.get(i).name())) {
                pairs.add(came.get(i).name() + " is " + meant.get(i).name());
            }
        }
        return String.join(", ", pairs);
    }

    private Optional<Finding> doubled(RawRequest request) {
        for (String name : repeated(request)) {
            List<String> values = request.headerValues(name);
            for (int kept = 0; kept < values.size(); kept++) {
                if (isProven.test(withHeaders(request, keeping(request.headers(), name, kept)))) {
                    return Optional.of(new Finding(
                            Cause.HEADER_AMBIGUOUS,
                            name + " stands " + values.size() + " times, and the signature fits with number "
                                    + (kept + 1) + " alone: something on the way adds one"));
                }
            }
        }
        return Optional.empty();
    }

    private static Set<String> repeated(RawRequest request) {
        Set<String> names = new LinkedHashSet<>();
        for (Header header : request.headers()) {
            boolean isKnown = names.stream().anyMatch(header::isNamed);
            if (!isKnown && request.headerValues(header.name()).size() > 1) {
                names.add(header.name());
            }
        }
        return names;
    }

    private static List<Header> keeping(List<Header> headers, String name, int kept) {
        List<Header> left = new ArrayList<>();
        int seen = 0;
        for (Header header : headers) {
            if (!header.isNamed(name) || seen++ == kept) {
                left.add(header);
            }
        }
        return left;
    }

    private static RawRequest withHeaders(RawRequest request, List<Header> headers) {
        return new RawRequest(
                request.method(),
                request.scheme(),
                request.authority(),
                request.target(),
                headers,
                request.body(),
                request.remoteAddress());
    }
}
