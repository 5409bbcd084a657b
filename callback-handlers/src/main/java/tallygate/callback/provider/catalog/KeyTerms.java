package tallygate.callback.provider.catalog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Problem;
import tallygate.callback.provider.read.Moments;

/**
 * From when and until when an endpoint's keys count, as {@code key-validity} and {@code revoke-from} say: by the key's id or its
 * slot.
 *
 * @param byName the terms, by id or slot
 */
record KeyTerms(Map<String, Term> byName) {
    private static final String OPEN = "..";

    KeyTerms {
        byName = Map.copyOf(byName);
    }

    /**
     * Empty on a side means open there.
     *
     * @param revoked from when the key is no longer its owner's alone
     */
    record Term(Optional<Instant> from, Optional<Instant> until, Optional<Instant> revoked) {
        static final Term ALWAYS = new Term(Optional.empty(), Optional.empty(), Optional.empty());

        boolean covers(Instant at) {
            boolean isEarly = from.filter(at::isBefore).isPresent();
            return !isEarly && !isOver(until, at) && !isOver(revoked, at);
        }

        private static boolean isOver(Optional<Instant> end, Instant at) {
            return end.filter(e -> !at.isBefore(e)).isPresent();
        }

        String why(Instant at) {
            return isOver(revoked, at)
                    ? "is revoked from " + revoked.orElseThrow() + "; it came at " + at
                    : "does not count at " + at;
        }

        Optional<Instant> end() {
            return Stream.concat(until.stream(), revoked.stream()).min(Instant::compareTo);
        }
    }

    /** Reads both keys; what is wrong is added to the problems. */
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
        credentials.byId(CommonKeys.REVOKE_FROM).forEach((name, text) -> {
            Optional<Instant> at = Moments.iso(text);
            Term term = terms.getOrDefault(name, Term.ALWAYS);
            terms.put(name, new Term(term.from(), term.until(), at));
            if (at.isEmpty()) {
                problems.add(new Problem(
                        CommonKeys.REVOKE_FROM + "[" + name + "]",
                        "takes an instant, for example 2026-12-01T00:00:00Z, was '" + text + "'"));
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
                ? Optional.of(new Term(Moments.iso(ends[0]), Moments.iso(ends[1]), Optional.empty()))
                : Optional.empty();
    }

    boolean areNone() {
        return byName.isEmpty();
    }

    /** Names that no key of the endpoint answers to: a mistyped term would silently limit nothing. */
    List<Problem> strangers(Credentials credentials, List<HeldKey> keys) {
        Set<Problem> problems = new LinkedHashSet<>();
        for (String under : List.of(CommonKeys.KEY_VALIDITY, CommonKeys.REVOKE_FROM)) {
            for (String name : credentials.byId(under).keySet()) {
                if (keys.stream().noneMatch(key -> isNamed(key, name))) {
                    problems.add(new Problem(
                            under + "[" + name + "]",
                            "names no key of this endpoint; held are "
                                    + String.join(
                                            ", ",
                                            keys.stream()
                                                    .map(key -> key.slot() + " (" + key.id() + ")")
                                                    .toList())));
                }
            }
        }
        return List.copyOf(problems);
    }

    /** The term of a key, both by its slot and by its id where both are given. */
    Optional<Term> of(HeldKey key) {
        return byName.entrySet().stream()
                .filter(entry -> isNamed(key, entry.getKey()))
                .map(Map.Entry::getValue)
                .reduce(KeyTerms::both);
    }

    private static Term both(Term one, Term other) {
        return new Term(
                Stream.concat(one.from.stream(), other.from.stream()).max(Instant::compareTo),
                Stream.concat(one.until.stream(), other.until.stream()).min(Instant::compareTo),
                Stream.concat(one.revoked.stream(), other.revoked.stream()).min(Instant::compareTo));
    }

    /** The term of the key that a judgement names. */
    Optional<Term> ofId(List<HeldKey> keys, String id) {
        return keys.stream().filter(key -> key.id().equals(id)).findFirst().flatMap(this::of);
    }

    /** The key with its configured ends beside its own. */
    HeldKey applied(HeldKey key) {
        return of(key).map(term -> new HeldKey(
                        key.id(),
                        key.slot(),
                        term.from().or(key::notBefore),
                        Stream.concat(term.end().stream(), key.notAfter().stream())
                                .min(Instant::compareTo)))
                .orElse(key);
    }

    private static boolean isNamed(HeldKey key, String name) {
        return key.id().equals(name) || key.slot().equals(name);
    }
}
