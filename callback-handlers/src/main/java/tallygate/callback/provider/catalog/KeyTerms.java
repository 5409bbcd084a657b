package tallygate.callback.provider.catalog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Problem;
import tallygate.callback.provider.read.Moments;

/**
 * From when and until when an endpoint's keys count, as {@code key-validity} says: by the key's id or its slot.
 *
 * @param byName the terms, by id or slot
 */
record KeyTerms(Map<String, Term> byName) {
    private static final String OPEN = "..";

    KeyTerms {
        byName = Map.copyOf(byName);
    }

    /** Empty on a side means open there. */
    record Term(Optional<Instant> from, Optional<Instant> until) {
        boolean covers(Instant at) {
            boolean isEarly = from.filter(at::isBefore).isPresent();
            boolean isLate = until.filter(end -> !at.isBefore(end)).isPresent();
            return !isEarly && !isLate;
        }
    }

    /** Reads intervals such as {@code 2026-01-01T00:00:00Z/..}; what is wrong is added to the problems. */
    static KeyTerms read(Credentials credentials, List<Problem> problems) {
        Map<String, Term> terms = new LinkedHashMap<>();
        credentials.byId(CommonKeys.KEY_VALIDITY).forEach((name, interval) -> {
            Optional<Term> term = term(interval);
            if (term.isPresent()) {
                terms.put(name, term.get());
            } else {
                problems.add(new Problem(
                        CommonKeys.KEY_VALIDITY + "[" + name + "]",
                        "takes FROM/UNTIL with instants or .., for example ../2026-12-01T00:00:00Z, was '" + interval
                                + "'"));
            }
        });
        return new KeyTerms(terms);
    }

    private static Optional<Term> term(String interval) {
        String[] ends = interval.split("/", -1);
        if (ends.length != 2) {
            return Optional.empty();
        }
        boolean isFromRead = ends[0].equals(OPEN) || Moments.iso(ends[0]).isPresent();
        boolean isUntilRead = ends[1].equals(OPEN) || Moments.iso(ends[1]).isPresent();
        return isFromRead && isUntilRead
                ? Optional.of(new Term(Moments.iso(ends[0]), Moments.iso(ends[1])))
                : Optional.empty();
    }

    /** Names that no key of the endpoint answers to: a mistyped term would silently limit nothing. */
    List<Problem> strangers(List<HeldKey> keys) {
        return byName.keySet().stream()
                .filter(name -> keys.stream().noneMatch(key -> isNamed(key, name)))
                .map(name -> new Problem(
                        CommonKeys.KEY_VALIDITY + "[" + name + "]",
                        "names no key of this endpoint; held are "
                                + String.join(
                                        ", ",
                                        keys.stream()
                                                .map(key -> key.slot() + " (" + key.id() + ")")
                                                .toList())))
                .toList();
    }

    Optional<Term> of(HeldKey key) {
        return byName.entrySet().stream()
                .filter(entry -> isNamed(key, entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static boolean isNamed(HeldKey key, String name) {
        return key.id().equals(name) || key.slot().equals(name);
    }
}
