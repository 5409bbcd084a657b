package tallygate.loadtest.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tallygate.signature.AesGcm;
import tallygate.signature.Hmac;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.SignatureVerifier;
import tallygate.signature.SigningKey;
import tallygate.signature.VerificationKey;

/** What judging a body of 1 KB costs by scheme, and what the same costs with nothing but the JDK's own call around it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method first
public class SignatureBenchmark {
    private final byte[] body = new byte[1024];
    private final byte[] timestamp = "1764500000.".getBytes(StandardCharsets.US_ASCII);
    private final byte[] nonce = new byte[12];
    private final byte[] associated = "transaction".getBytes(StandardCharsets.US_ASCII);

    private Hmac hmac;
    private byte[] hmacSignature;
    private Mac bareMac;
    private SignatureVerifier rsa;
    private PublicKey rsaKey;
    private byte[] rsaSignature;
    private SignatureVerifier ecdsa;
    private byte[] ecdsaSignature;
    private SignatureVerifier sm2;
    private byte[] sm2Signature;
    private AesGcm aes;
    private byte[] sealed;

    @Setup
    public void prepare() throws GeneralSecurityException {
        new SplittableRandom(1).nextBytes(body);
        byte[] secret = "whsec_0123456789abcdef0123456789".getBytes(StandardCharsets.US_ASCII);
        hmac = Hmac.Hash.SHA256.keyed(secret);
        hmacSignature = hmac.of(timestamp, body);
        bareMac = Mac.getInstance("HmacSHA256");
        bareMac.init(new SecretKeySpec(secret, "HmacSHA256"));

        KeyPairGenerator rsaKeys = KeyPairGenerator.getInstance("RSA");
        rsaKeys.initialize(2048);
        KeyPair rsaPair = rsaKeys.generateKeyPair();
        rsaKey = rsaPair.getPublic();
        rsa = verifier(PublicKeyAlgorithm.RSA_SHA256, rsaPair, 2048);
        rsaSignature = sign(PublicKeyAlgorithm.RSA_SHA256, rsaPair);

        KeyPair ecPair = curve(KeyPairGenerator.getInstance("EC"), "secp256r1");
        ecdsa = verifier(PublicKeyAlgorithm.ECDSA_SHA256, ecPair, 256);
        ecdsaSignature = sign(PublicKeyAlgorithm.ECDSA_SHA256, ecPair);

        KeyPair sm2Pair = curve(KeyPairGenerator.getInstance("EC", new BouncyCastleProvider()), "sm2p256v1");
        sm2 = verifier(PublicKeyAlgorithm.SM2_SM3, sm2Pair, 256);
        sm2Signature = sign(PublicKeyAlgorithm.SM2_SM3, sm2Pair);

        aes = new AesGcm(new byte[32]);
        sealed = aes.encrypt(nonce, associated, body);
    }

    @Benchmark
    public boolean hmacSha256() {
        return hmac.matches(hmacSignature, timestamp, body);
    }

    @Benchmark
    public byte[] hmacSha256Bare() {
        bareMac.update(timestamp);
        return bareMac.doFinal(body);
    }

    @Benchmark
    public boolean rsa2048Sha256() {
        return rsa.verify(body, rsaSignature);
    }

    @Benchmark
    public boolean rsa2048Sha256Bare() throws GeneralSecurityException {
        Signature bare = Signature.getInstance("SHA256withRSA");
        bare.initVerify(rsaKey);
        bare.update(body);
        return bare.verify(rsaSignature);
    }

    @Benchmark
    public boolean ecdsaP256() {
        return ecdsa.verify(body, ecdsaSignature);
    }

    @Benchmark
    public boolean sm2Sm3() {
        return sm2.verify(body, sm2Signature);
    }

    @Benchmark
    public byte[] aes256Gcm() {
        return aes.decrypt(nonce, associated, sealed).orElseThrow();
    }

    private static KeyPair curve(KeyPairGenerator keys, String name) throws GeneralSecurityException {
        keys.initialize(new ECGenParameterSpec(name));
        return keys.generateKeyPair();
    }

    private static SignatureVerifier verifier(PublicKeyAlgorithm algorithm, KeyPair pair, int bits) {
        return algorithm.verifier(
                new VerificationKey(algorithm.family(), bits, pair.getPublic().getEncoded()));
    }

    private byte[] sign(PublicKeyAlgorithm algorithm, KeyPair pair) {
        return algorithm.maker(new SigningKey(pair.getPrivate().getEncoded())).sign(body);
    }
}
