package tallygate.callback.provider.recipe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Hmac;
import tallygate.signature.Reason;

/** A way of signing with an endpoint's keys in it. */
record BoundMode(Mode mode, List<HeldCheck> checks) {
    BoundMode {
        checks = List.copyOf(checks);
    }

    /** Checks the signature, not yet its time. Keys that do not count at that instant are not tried. */
    Proof check(Scope scope, Optional<Instant> at) throws UnreadableException {
        scope.canonicalBy(mode.canonical());
        scope.timestampFrom(mode.time().map(TimeRule::source));
        if (mode.perItem().isEmpty()) {
            return checkOne(scope, at);
        }
        Optional<List<JsonValue>> items = mode.perItem().get().in(scope.json());
        if (items.isEmpty() || items.get().isEmpty()) {
            return unproven(Reason.SIGNATURE_MISSING, "the body holds no list of signed items");
        }
        return checkAll(scope, at, items.get());
    }

    /** Every item must verify: one that does not makes the whole request unproven. */
    private Proof checkAll(Scope scope, Optional<Instant> at, List<JsonValue> items) throws UnreadableException {
        Proof last = unproven(Reason.SIGNATURE_MISSING, "no item");
        for (int i = 0; i < items.size(); i++) {
            scope.item(items.get(i));
            last = checkOne(scope, at);
            if (last instanceof Proof.Unproven unproven) {
                scope.item(null);
                return unproven(unproven.reason(), "item " + i + " of " + items.size() + ": " + unproven.detail());
            }
        }
        scope.item(null);
        return last;
    }

    private Proof checkOne(Scope scope, Optional<Instant> at) throws UnreadableException {
        for (String header : mode.soleHeaders()) {
            if (scope.request().headerValues(header).size() > 1) {
                return unproven(Reason.SIGNATURE_MALFORMED, "header " + header + " stands twice: which one counts?");
            }
        }
        Optional<Carried> carried = mode.form().in(scope);
        if (carried.isEmpty()) {
            return unproven(Reason.SIGNATURE_MISSING, "no signature where " + mode.name() + " has it");
        }
        for (String header : mode.headers()) {
            if (scope.header(header).isEmpty()) {
                return unproven(Reason.SIGNATURE_MISSING, "header " + header + " is missing");
            }
        }
        if (carried.get().candidates().isEmpty()) {
            return unproven(Reason.SIGNATURE_MALFORMED, "the signature text holds no signature of this scheme");
        }
        scope.carried(carried.get());
        Optional<TimeRule.Fault> timeless =
                mode.time().isPresent() ? mode.time().get().missing(scope) : Optional.empty();
        if (timeless.isPresent()) {
            return unproven(timeless.get().reason(), timeless.get().detail());
        }
        return checkKeys(scope, at, carried.get());
    }

    private Proof checkKeys(Scope scope, Optional<Instant> at, Carried carried) throws UnreadableException {
        Optional<Algorithm> algorithm = mode.algorithm().of(scope);
        if (algorithm.isEmpty()) {
            return unproven(Reason.ALGORITHM_NOT_ALLOWED, "the request names an algorithm that is not allowed");
        }
        List<HeldCheck> known = named(scope, at);
        if (known.isEmpty()) {
            return unproven(Reason.KEY_UNKNOWN, "the request names a key that this endpoint does not hold");
        }
        List<byte[]> signatures = new ArrayList<>();
        carried.candidates().forEach(text -> mode.text().decode(text).ifPresent(signatures::add));
        for (Template content : mode.contents()) {
            Optional<HeldCheck> fitting = fitting(scope, known, content, algorithm.get(), signatures);
            if (fitting.isPresent()) {
                return new Proof.Signed(
                        mode, fitting.get().key().id(), carried, fitting.get().secret());
            }
        }
        return unproven(
                Reason.SIGNATURE_MISMATCH,
                known.size() + " keys tried on " + signatures.size() + " of "
                        + carried.candidates().size() + " signatures, body of "
                        + scope.request().body().length + " bytes");
    }

    private Optional<HeldCheck> fitting(
            Scope scope, List<HeldCheck> known, Template content, Algorithm algorithm, List<byte[]> signatures)
            throws UnreadableException {
        boolean isPerKey = content.uses("secret");
        byte[][] parts = isPerKey ? new byte[0][] : content.render(scope);
        for (HeldCheck check : known) {
            if (isPerKey) {
                scope.secret(check.secret());
                parts = content.render(scope);
            }
            for (byte[] signature : signatures) {
                if (check.check().matches(algorithm, signature, parts)) {
                    return Optional.of(check);
                }
            }
        }
        return Optional.empty();
    }

    /** The keys that the request may have been signed with. */
    private List<HeldCheck> named(Scope scope, Optional<Instant> at) throws UnreadableException {
        String id = mode.keys().id().isPresent() ? mode.keys().id().get().text(scope) : "";
        List<HeldCheck> found = new ArrayList<>();
        for (HeldCheck check : checks) {
            boolean isAnother = hasOwnId(check) && !check.key().id().equals(id);
            if (check.counts(at) && !isAnother) {
                found.add(check);
            }
        }
        return found;
    }

    /** True when the key is configured under an id, so that the request must name that one. */
    private static boolean hasOwnId(HeldCheck check) {
        return !check.key().id().startsWith(HeldCheck.MADE_ID);
    }

    /** The same keys, whatever key a request names. Only those under an id of their own: the others are tried anyway. */
    BoundMode nameless() {
        return new BoundMode(
                mode,
                checks.stream()
                        .filter(BoundMode::hasOwnId)
                        .map(HeldCheck::nameless)
                        .toList());
    }

    /** The same keys, their secrets taken in another way. */
    BoundMode decodedAs(SecretDecoding decoding, Algorithm.Keyed algorithm) {
        List<HeldCheck> others = new ArrayList<>();
        for (HeldCheck check : checks) {
            decoding.decode(check.secret()).filter(key -> key.length > 0).ifPresent(key -> {
                Hmac hmac = algorithm.hash().keyed(key);
                others.add(new HeldCheck(
                        check.key(), check.secret(), (_, signature, content) -> hmac.matches(signature, content)));
            });
        }
        return new BoundMode(mode, others);
    }

    private Proof.Unproven unproven(Reason reason, String detail) {
        return new Proof.Unproven(mode, reason, detail);
    }
}
