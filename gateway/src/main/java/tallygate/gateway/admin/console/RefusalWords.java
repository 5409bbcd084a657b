package tallygate.gateway.admin.console;

import java.util.Arrays;
import java.util.Optional;
import tallygate.callback.provider.Finding;
import tallygate.signature.Reason;

/** Why a request was refused and what is to be done about it, in the reader's words; the codes stay beside them. */
final class RefusalWords {
    private RefusalWords() {}

    static String of(Look look, Reason reason) {
        return switch (reason) {
            case SIGNATURE_MISSING -> look.say("It carries no signature.", "请求未携带签名。");
            case SIGNATURE_MALFORMED -> look.say("Its signature cannot be read.", "签名格式无法解析。");
            case SIGNATURE_MISMATCH ->
                look.say("Its signature fits no key that this endpoint holds.", "签名与该接入点持有的任何密钥都不符。");
            case TIMESTAMP_MISSING -> look.say("It does not say when it was signed.", "请求未注明签名时间。");
            case TIMESTAMP_EXPIRED -> look.say("It was signed too long before it arrived.", "签名时间早于到达时间过多，已超出有效窗口。");
            case TIMESTAMP_IN_FUTURE ->
                look.say("It was signed later than our clock said: compare the clocks.", "签名时间晚于本机时钟，请核对双方时钟。");
            case KEY_UNKNOWN -> look.say("It names a key that this endpoint does not hold.", "请求所指的密钥不在该接入点中。");
            case ALGORITHM_NOT_ALLOWED -> look.say("It is signed by an algorithm that is not allowed.", "签名算法不被允许。");
            case CERTIFICATE_UNTRUSTED ->
                look.say("It is signed under a certificate that is not trusted.", "签名所用证书不受信任。");
            case DECRYPT_FAILED -> look.say("Its content could not be decrypted.", "内容无法解密。");
            case PROBE ->
                look.say(
                        "A self-test of the provider, wrong on purpose: nothing is to be done.",
                        "支付方的自检请求，签名故意有误，无需处理。");
            case BODY_MALFORMED -> look.say("Its body cannot be read.", "请求体无法解析。");
            case MERCHANT_MISMATCH -> look.say("It is for another merchant or application.", "请求属于其他商户或应用。");
            case NEEDS_CONFIRMATION ->
                look.say("Nothing in it proves it: the provider has to be asked.", "请求本身无法自证，需向支付方查询。");
            case CONFIG -> look.say("The endpoint's configuration does not admit it.", "接入点配置不接受此请求。");
        };
    }

    /** By the code of a finding; another version's code is shown as it is. */
    static String ofFinding(Look look, String code) {
        Optional<Finding.Cause> known = Arrays.stream(Finding.Cause.values())
                .filter(cause -> cause.code().equals(code))
                .findFirst();
        return known.map(cause -> of(look, cause)).orElse(code);
    }

    private static String of(Look look, Finding.Cause cause) {
        return switch (cause) {
            case WRONG_KEY -> look.say("Signed by a key of another place or time", "使用了其他位置或时期的密钥签名");
            case BODY_ALTERED -> look.say("The body was changed on its way", "请求体在途中被改动");
            case URL_REWRITTEN -> look.say("The URL was rewritten on its way", "URL 在途中被改写");
            case CLOCK_SKEW -> look.say("Genuine, but the clocks differ", "签名真实，但时钟不一致");
            case HEADER_MISSING -> look.say("A header is missing", "缺少请求头");
            case HEADER_AMBIGUOUS -> look.say("A header comes more than once", "请求头重复出现");
            case FIELD_MISSING -> look.say("A field is missing", "缺少字段");
            case WRONG_MODE -> look.say("Of the provider's other environment", "来自支付方的另一环境");
            case OTHER_MERCHANT -> look.say("Genuine, for another merchant", "签名真实，但属于其他商户");
            case NO_KEY_FITS -> look.say("No key fits any form of it", "没有任何密钥与其任何形式相符");
        };
    }
}
