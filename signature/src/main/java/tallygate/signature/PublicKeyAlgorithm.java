package tallygate.signature;

import tallygate.signature.VerificationKey.Family;

/** The public-key signature schemes of payment providers. */
public enum PublicKeyAlgorithm {
    /** PKCS#1 v1.5 with SHA-1: only where a provider has nothing better. */
    RSA_SHA1(Family.RSA),
    RSA_SHA256(Family.RSA),
    RSA_SHA512(Family.RSA),
    /** SHA-256, MGF1 with SHA-256, salt of 32 bytes. */
    RSA_PSS_SHA256(Family.RSA),
    /** The message itself in PKCS#1 v1.5 padding, without a DigestInfo (JD Pay). */
    RSA_BARE(Family.RSA),
    /** DER signature of (r, s). */
    ECDSA_SHA256(Family.EC),
    ED25519(Family.ED25519),
    /** GB/T 32918 with user id 1234567812345678; DER signature of (r, s). */
    SM2_SM3(Family.SM2);

    private final Family family;

    PublicKeyAlgorithm(Family family) {
        this.family = family;
    }

    /** The family of keys that this scheme takes. */
    public Family family() {
        return family;
    }

    /** @throws UnusableKeyException when the key is of another family or cannot be used */
    public SignatureVerifier verifier(VerificationKey key) {
        if (key.family() != family) {
            throw new UnusableKeyException(key.family().words() + " was found where " + family.words() + " is due");
        }
        return switch (this) {
            case SM2_SM3 -> Sm2.verifier(key.spki());
            case ECDSA_SHA256 -> EdwardsAndP256.ecdsa(key.spki());
            case ED25519 -> EdwardsAndP256.ed25519(key.spki());
            case RSA_SHA1, RSA_SHA256, RSA_SHA512, RSA_PSS_SHA256, RSA_BARE -> JcaSignatures.verifier(this, key.spki());
        };
    }

    /** @throws UnusableKeyException when the key is of another family or cannot be used */
    public SignatureMaker maker(SigningKey key) {
        return this == SM2_SM3 ? Sm2.maker(key.pkcs8()) : JcaSignatures.maker(this, key.pkcs8());
    }
}
