package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import tallygate.signature.AeadCipher;
import tallygate.signature.AesGcm;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.Sm4Gcm;

/**
 * What differs between the notices of WeChat Pay API v3, its variant with Chinese cryptography, and Douyin Pay, which was
 * made after it: signed headers around a JSON body whose resource is encrypted.
 *
 * @param headerPrefix of the four signature headers
 * @param signatureType what the type header says, when it says anything
 * @param algorithm of the signature over {@code timestamp\nnonce\nbody\n}
 * @param resourceAlgorithm what the encrypted resource names as its own
 * @param cipher makes the cipher of the resource from the API key
 */
record NoticeDialect(
        String headerPrefix,
        String signatureType,
        PublicKeyAlgorithm algorithm,
        String resourceAlgorithm,
        Function<byte[], AeadCipher> cipher) {
    /** The official Go kit refuses a distance of 300 s and more on either side; the Java kit does not look at it at all. */
    static final Duration WINDOW = Duration.ofSeconds(300);

    private static final int SM4_KEY_BYTES = 16;

    static final NoticeDialect WECHAT_RSA = new NoticeDialect(
            "Wechatpay", "WECHATPAY2-SHA256-RSA2048", PublicKeyAlgorithm.RSA_SHA256, "AEAD_AES_256_GCM", AesGcm::new);

    static final NoticeDialect WECHAT_SM = new NoticeDialect(
            "Wechatpay", "WECHATPAY2-SM2-WITH-SM3", PublicKeyAlgorithm.SM2_SM3, "AEAD_SM4_GCM", NoticeDialect::sm4);

    static final NoticeDialect DOUYIN =
            new NoticeDialect("Douyinpay", "", PublicKeyAlgorithm.RSA_SHA256, "AEAD_AES_256_GCM", AesGcm::new);

    String header(String last) {
        return headerPrefix + "-" + last;
    }

    /** SM4 takes the first half of the API key's SM3 digest. */
    private static AeadCipher sm4(byte[] apiKey) {
        return new Sm4Gcm(Arrays.copyOf(HashAlgorithm.SM3.of(apiKey), SM4_KEY_BYTES));
    }

    byte[] signedText(String timestamp, String nonce, byte[] body) {
        byte[] head = (timestamp + "\n" + nonce + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] text = Arrays.copyOf(head, head.length + body.length + 1);
        System.arraycopy(body, 0, text, head.length, body.length);
        text[text.length - 1] = '\n';
        return text;
    }
}
