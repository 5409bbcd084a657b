package tallygate.callback.provider.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Problem;
import tallygate.signature.Hmac;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.SigningKey;
import tallygate.signature.UnusableKeyException;
import tallygate.signature.VerificationKey;

/** Turns an endpoint's credentials into checks: keys are decoded and scheduled here, once. */
final class KeyBinder {
    static final String TEST_KEY = "test-private-key";
    private static final int FINGERPRINT_DIGITS = 8;

    private final Credentials credentials;
    private final List<Problem> problems;

    KeyBinder(Credentials credentials, List<Problem> problems) {
        this.credentials = credentials;
        this.problems = problems;
    }

    /** The checks of one mode; none when the endpoint has no key for it. */
    List<HeldCheck> checks(Mode mode) {
        List<HeldCheck> checks = new ArrayList<>();
        for (KeyRule.Entry entry : mode.keys().entries(credentials)) {
            switch (mode.algorithm().usual()) {
                case Algorithm.Keyed keyed -> keyed(checks, mode.keys(), keyed, entry);
                case Algorithm.Public scheme -> verifying(checks, scheme.scheme(), entry);
                case Algorithm.Plain _, Algorithm.Equal _ ->
                    checks.add(
                            new HeldCheck(held(entry, HeldCheck.idOf(entry.text())), entry.text(), HeldCheck.UNKEYED));
            }
        }
        return checks;
    }

    private void keyed(List<HeldCheck> checks, KeyRule rule, Algorithm.Keyed algorithm, KeyRule.Entry entry) {
        boolean isUsable = false;
        for (SecretDecoding decoding : rule.decodings()) {
            Optional<byte[]> key = decoding.decode(entry.text()).filter(bytes -> bytes.length > 0);
            if (key.isPresent()) {
                Hmac hmac = algorithm.hash().keyed(key.get());
                isUsable = true;
                checks.add(new HeldCheck(
                        held(entry, HeldCheck.idOf(entry.text())),
                        entry.text(),
                        (_, signature, content) -> hmac.matches(signature, content)));
            }
        }
        if (!isUsable) {
            problems.add(KeyRule.badForm(entry, rule.decodings().getFirst()));
        }
    }

    private void verifying(List<HeldCheck> checks, PublicKeyAlgorithm scheme, KeyRule.Entry entry) {
        try {
            VerificationKey key = VerificationKey.read(scheme.family(), entry.text());
            String id = "key:" + key.fingerprint().substring(0, FINGERPRINT_DIGITS);
            checks.add(new HeldCheck(held(entry, id), "", HeldCheck.verifying(scheme.verifier(key))));
        } catch (UnusableKeyException e) {
            problems.add(new Problem(entry.slot(), String.valueOf(e.getMessage())));
        }
    }

    private static HeldKey held(KeyRule.Entry entry, String madeId) {
        String id = entry.id().isEmpty() ? madeId : entry.id();
        return new HeldKey(id, entry.slot(), Optional.empty(), Optional.empty());
    }

    /** The signers of a mode; nothing for public keys without a test key beside them. */
    Optional<Signers> signers(BoundMode bound) {
        Mode mode = bound.mode();
        String keyId = bound.checks().getFirst().key().id();
        if (mode.algorithm().usual() instanceof Algorithm.Public scheme) {
            return credentials.text(TEST_KEY).flatMap(text -> asymmetric(scheme.scheme(), text, keyId));
        }
        SecretDecoding decoding = mode.keys().decodings().getFirst();
        String secret = mode.keys().entries(credentials).getFirst().text();
        return Optional.of(new Signers(
                Signer.symmetric(secret, decoding), Signer.symmetric(decoding.other(secret), decoding), keyId));
    }

    private Optional<Signers> asymmetric(PublicKeyAlgorithm scheme, String text, String keyId) {
        try {
            Signer owner = Signer.asymmetric(scheme.maker(SigningKey.read(text)));
            Signer forger = Signer.asymmetric(
                    message -> spoiled(owner.sign(new Algorithm.Public(scheme), new byte[][] {message})));
            return Optional.of(new Signers(owner, forger, keyId));
        } catch (UnusableKeyException e) {
            problems.add(new Problem(TEST_KEY, String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    /** No second private key is at hand: a signature with one bit changed is what no key made. */
    private static byte[] spoiled(byte[] signature) {
        byte[] other = signature.clone();
        other[other.length / 2] ^= 1;
        return other;
    }
}
