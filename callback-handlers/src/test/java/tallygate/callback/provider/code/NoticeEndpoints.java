package tallygate.callback.provider.code;

import java.security.KeyPair;
import java.util.List;

/** Endpoints of all providers whose notices are of the WeChat Pay API v3 kind. */
final class NoticeEndpoints {
    static final KeyPair RSA = TestKeys.rsa();
    static final KeyPair OTHER = TestKeys.rsa();
    static final KeyPair SM2 = TestKeys.sm2();
    static final String KEY_ID = "PUB_KEY_ID_0114232134912410000000000000";
    static final String API_KEY = "0123456789abcdef0123456789ABCDEF";

    static final TestEndpoint WECHAT = TestEndpoint.of("wechatpay-v3")
            .with("api-v3-key", API_KEY)
            .withById("public-keys", KEY_ID, TestKeys.line(RSA.getPublic()))
            .with("test-private-key", TestKeys.line(RSA.getPrivate()));

    static final TestEndpoint WECHAT_CERTIFIED = TestEndpoint.of("wechatpay-v3")
            .with("api-v3-key", API_KEY)
            .withById("certificates", TestKeys.SERIAL, TestKeys.certificate("CN=Tenpay.com sign", OTHER))
            .with("test-private-key", TestKeys.line(OTHER.getPrivate()));

    static final TestEndpoint WECHAT_SM = TestEndpoint.of("wechatpay-v3-sm")
            .with("api-v3-key", API_KEY)
            .withById("certificates", TestKeys.SERIAL, TestKeys.certificate("CN=Tenpay.com sign", SM2))
            .with("test-private-key", TestKeys.line(SM2.getPrivate()));

    static final TestEndpoint DOUYIN = TestEndpoint.of("douyinpay")
            .with("api-key", API_KEY)
            .withById("public-keys", "DY0001", TestKeys.line(RSA.getPublic()))
            .with("test-private-key", TestKeys.line(RSA.getPrivate()));

    static List<TestEndpoint> all() {
        return List.of(WECHAT, WECHAT_CERTIFIED, WECHAT_SM, DOUYIN);
    }

    /** Two kinds of keys on one endpoint. */
    static final TestEndpoint WECHAT_BOTH =
            WECHAT.withById("certificates", TestKeys.SERIAL, TestKeys.certificate("CN=Tenpay.com sign", OTHER));

    private NoticeEndpoints() {}

    static String prefix(TestEndpoint endpoint) {
        return endpoint.provider().startsWith("wechat") ? "Wechatpay-" : "Douyinpay-";
    }
}
