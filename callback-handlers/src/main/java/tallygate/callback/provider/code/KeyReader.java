package tallygate.callback.provider.code;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CertificateDownload;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Problem;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.SigningKey;
import tallygate.signature.UnusableKeyException;
import tallygate.signature.VerificationKey;

/** Reads the keys of one endpoint and gathers every problem, so that an operator sees all of them at once. */
final class KeyReader {
    /** The key under which every provider with public-key signatures takes a private key for made callbacks. */
    static final String TEST_PRIVATE_KEY = "test-private-key";

    private final Credentials credentials;
    private final List<Problem> problems = new ArrayList<>();
    private final List<HeldKey> held = new ArrayList<>();

    KeyReader(Credentials credentials) {
        this.credentials = credentials;
    }

    boolean downloadsCertificates() {
        return CertificateDownload.isOn(credentials);
    }

    void problem(String key, String message) {
        problems.add(new Problem(key, message));
    }

    /** What is configured under a key, stripped; empty when nothing is. */
    String text(String key) {
        return credentials.text(key).map(String::strip).orElse("");
    }

    /** What is configured under a key that holds one secret, counted as a key. */
    String secret(String key) {
        String found = text(key);
        if (!found.isEmpty()) {
            held.add(always(secretId(found), key));
        }
        return found;
    }

    /** One of the given words; the first when nothing is configured. */
    String word(String key, List<String> words) {
        String found = text(key);
        if (found.isEmpty() || words.contains(found)) {
            return found.isEmpty() ? words.getFirst() : found;
        }
        problem(key, "takes " + String.join(" or ", words) + ", was '" + Require.shown(found) + "'");
        return words.getFirst();
    }

    /** Secrets of a list key, each with the id that made callbacks and key shares are counted under. */
    List<String> secrets(String key) {
        List<String> texts = credentials.texts(key);
        for (int i = 0; i < texts.size(); i++) {
            held.add(always(secretId(texts.get(i)), key + "[" + i + "]"));
        }
        return texts;
    }

    /** Secrets by the id that the provider sends. */
    Map<String, String> secretsById(String key) {
        Map<String, String> secrets = credentials.byId(key);
        secrets.keySet().forEach(id -> held.add(always(id, key + "[" + id + "]")));
        return secrets;
    }

    /** An id that names a secret without helping to guess it. */
    static String secretId(String secret) {
        return SecretIds.of(secret);
    }

    List<KnownKey> publicKeys(String key, PublicKeyAlgorithm algorithm) {
        List<KnownKey> keys = new ArrayList<>();
        List<String> texts = credentials.texts(key);
        for (int i = 0; i < texts.size(); i++) {
            String slot = texts.size() == 1 ? key : key + "[" + i + "]";
            String text = texts.get(i);
            read(slot, () -> KnownKey.unnamed(VerificationKey.read(algorithm.family(), text), algorithm))
                    .ifPresent(known -> {
                        keys.add(known);
                        held.add(always(known.id(), slot));
                    });
        }
        return keys;
    }

    Map<String, KnownKey> publicKeysById(String key, PublicKeyAlgorithm algorithm) {
        Map<String, KnownKey> keys = new LinkedHashMap<>();
        credentials.byId(key).forEach((id, text) -> {
            String slot = key + "[" + id + "]";
            read(slot, () -> KnownKey.of(id, VerificationKey.read(algorithm.family(), text), algorithm))
                    .ifPresent(known -> {
                        keys.put(id, known);
                        held.add(always(id, slot));
                    });
        });
        return keys;
    }

    /** All certificates under a key, in the order of the text. */
    List<ProviderCertificate> certificates(String key) {
        List<ProviderCertificate> certificates = new ArrayList<>();
        for (String text : credentials.texts(key)) {
            read(key, () -> ProviderCertificate.readAll(text)).ifPresent(certificates::addAll);
        }
        return certificates;
    }

    Map<String, ProviderCertificate> certificatesById(String key) {
        Map<String, ProviderCertificate> certificates = new LinkedHashMap<>();
        credentials
                .byId(key)
                .forEach((id, text) -> read(key + "[" + id + "]", () -> ProviderCertificate.read(text))
                        .ifPresent(certificate -> certificates.put(id, certificate)));
        return certificates;
    }

    /** The key of a certificate, held for as long as the certificate is valid. */
    Optional<KnownKey> certified(
            String slot, String id, ProviderCertificate certificate, PublicKeyAlgorithm algorithm) {
        Optional<KnownKey> known = read(slot, () -> KnownKey.of(id, certificate.key(algorithm.family()), algorithm));
        known.ifPresent(_ -> held.add(
                new HeldKey(id, slot, Optional.of(certificate.notBefore()), Optional.of(certificate.notAfter()))));
        return known;
    }

    /** Counts a certificate among the endpoint's keys, so that its end is seen coming. */
    void hold(String slot, ProviderCertificate certificate) {
        held.add(new HeldKey(
                certificate.serial(), slot, Optional.of(certificate.notBefore()), Optional.of(certificate.notAfter())));
    }

    /** The private key for made callbacks, and the configured key that it pairs with. */
    Optional<TestKey> testKey(Iterable<KnownKey> keys, PublicKeyAlgorithm algorithm) {
        String text = text(TEST_PRIVATE_KEY);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<SigningKey> read = read(TEST_PRIVATE_KEY, () -> SigningKey.read(text));
        for (KnownKey key : keys) {
            if (read.isPresent()
                    && read(TEST_PRIVATE_KEY, () -> key.pairsWith(read.get(), algorithm))
                            .orElse(false)) {
                return Optional.of(new TestKey(key.id(), algorithm.maker(read.get())));
            }
        }
        if (read.isPresent() && problems.isEmpty()) {
            problem(TEST_PRIVATE_KEY, "pairs with none of the public keys of this endpoint");
        }
        return Optional.empty();
    }

    /** Runs a reading step and turns what it refuses into a problem of that slot. */
    <T> Optional<T> read(String slot, Supplier<T> step) {
        try {
            return Optional.of(step.get());
        } catch (UnusableKeyException e) {
            problem(slot, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    List<HeldKey> held() {
        return held;
    }

    private static HeldKey always(String id, String slot) {
        return new HeldKey(id, slot, Optional.empty(), Optional.empty());
    }

    /** The bound provider when there was no problem. */
    Binding bind(Supplier<BoundProvider> provider) {
        return problems.isEmpty() ? new Binding.Bound(provider.get()) : new Binding.Refused(problems);
    }
}
