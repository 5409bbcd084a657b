package tallygate.callback.provider.code;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.ProviderCertificate;

/**
 * A certificate of Alipay's with the number that notices name it by.
 *
 * @param number {@code alipay_cert_sn}: MD5 over issuer and serial (alipay-sdk-java, AntCertificationUtil)
 */
record AlipayCertificate(String number, KnownKey key) {
    private static final int HEX = 16;

    static AlipayCertificate of(ProviderCertificate certificate, KnownKey key) {
        String text = certificate.issuer() + new BigInteger(certificate.serial(), HEX);
        return new AlipayCertificate(HashAlgorithm.MD5.hex(text.getBytes(StandardCharsets.UTF_8)), key);
    }
}
