package tallygate.callback.provider.query;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.read.JsonSlice;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.SignatureMaker;
import tallygate.signature.SignatureVerifier;
import tallygate.signature.WireText;

/**
 * Alipay's open API as one application calls it, signed with RSA2 (alipay-sdk-java, AlipaySignature). The answer's signature is
 * over the bytes of its one node as they stand; {@code sign_type} is signed in requests and left out in notices.
 *
 * @param common {@code app_id}, and the certificates' numbers in certificate mode
 * @param verifiers Alipay's keys, all valid at once
 */
record AlipayApi(Api api, Map<String, String> common, SignatureMaker key, List<SignatureVerifier> verifiers) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final ZoneOffset CHINA = ZoneOffset.ofHours(8);
    private static final int HEX = 16;

    AlipayApi {
        common = Map.copyOf(common);
        verifiers = List.copyOf(verifiers);
    }

    OutboundRequest call(String method, String bizContent, QueryTools tools) {
        Map<String, String> parameters = new TreeMap<>(common);
        parameters.put("method", method);
        parameters.put("format", "json");
        parameters.put("charset", "UTF-8");
        parameters.put("sign_type", "RSA2");
        parameters.put(
                "timestamp", TIME.format(LocalDateTime.ofInstant(tools.clock().instant(), CHINA)));
        parameters.put("version", "1.0");
        parameters.put("biz_content", bizContent);
        parameters.put("sign", sign(parameters));
        String form = parameters.entrySet().stream()
                .map(p -> p.getKey() + "=" + Api.encoded(p.getValue()))
                .collect(Collectors.joining("&"));
        return OutboundRequest.post(api.at("/gateway.do"), "application/x-www-form-urlencoded;charset=utf-8", form);
    }

    private String sign(Map<String, String> sorted) {
        String text = sorted.entrySet().stream()
                .filter(p -> !p.getValue().isEmpty())
                .map(p -> p.getKey() + "=" + p.getValue())
                .collect(Collectors.joining("&"));
        return WireText.BASE64.encode(key.sign(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The answer's node, when Alipay signed it.
     *
     * @param node for example {@code alipay_trade_query_response}
     * @return nothing when the signature is missing or does not fit
     */
    Optional<byte[]> signedNode(Asked.Got got, String node) throws UnreadableException {
        // The hardened parser first: it refuses a repeated name, which could be read two ways.
        String sign = got.json().scalarAt("/sign");
        Optional<byte[]> content = JsonSlice.member(got.body(), node);
        Optional<byte[]> signature = WireText.BASE64.decode(sign);
        if (content.isEmpty() || signature.isEmpty()) {
            return Optional.empty();
        }
        boolean isAlipays = verifiers.stream().anyMatch(v -> v.verify(content.get(), signature.get()));
        return isAlipays ? content : Optional.empty();
    }

    /** How requests and answers name a certificate: MD5 over issuer and serial (AntCertificationUtil). */
    static String number(ProviderCertificate certificate) {
        String text = certificate.issuer() + new BigInteger(certificate.serial(), HEX);
        return HashAlgorithm.MD5.hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
