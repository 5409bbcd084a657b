package tallygate.callback.provider.code;

import java.security.KeyPair;
import java.util.List;
import java.util.stream.Stream;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.SampleEndpoint;

/** The endpoints under which the conformance kit tries every provider of this package. */
public final class CodeEndpoints {
    static final KeyPair RSA = TestKeys.rsa();
    static final KeyPair ROOT = TestKeys.rsa();
    static final String ROOT_CERTIFICATE = TestKeys.certificate("CN=root", ROOT, "CN=root", ROOT.getPrivate(), true);

    static final TestEndpoint WECHAT_V2 =
            TestEndpoint.of("wechatpay-v2").withAll("secrets", "192006250b4c09247ec02edce69f6a2d");
    static final TestEndpoint WECHAT_V2_HMAC = WECHAT_V2.with("sign-type", "HMAC-SHA256");
    static final TestEndpoint UNIONPAY = TestEndpoint.of("unionpay")
            .with("root-certificate", ROOT_CERTIFICATE)
            .with("test-certificate", unionPays("041@8310000000083040@中国银联股份有限公司@00016495"))
            .with("test-private-key", TestKeys.line(RSA.getPrivate()));
    static final TestEndpoint UNIONPAY_SECURE_KEY =
            TestEndpoint.of("unionpay").with("secure-key", "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456");
    static final TestEndpoint ANTOM = withTestKey("antom")
            .with("client-id", "SANDBOX_1")
            .withById("public-keys", "1", TestKeys.line(RSA.getPublic()));
    static final TestEndpoint JDPAY = withTestKey("jdpay")
            .with("des-key", "MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u")
            .with("public-key", TestKeys.line(RSA.getPublic()));
    static final TestEndpoint DOUYIN_MINI = TestEndpoint.of("douyin-mini").withAll("secrets", "a token");
    static final TestEndpoint ECPAY =
            TestEndpoint.of("ecpay").with("hash-key", "pwFHCqoQZGmho4w6").with("hash-iv", "EkRm7iFT261dpevs");
    static final TestEndpoint NEWEBPAY = TestEndpoint.of("newebpay")
            .with("hash-key", "12345678901234567890123456789012")
            .with("hash-iv", "1234567890123456");
    static final TestEndpoint PAYPAL = withTestKey("paypal")
            .with("webhook-id", "1JE4291016473214C")
            .with("certificate", payPals("messageverificationcerts.paypal.com"))
            .with("root-certificate", ROOT_CERTIFICATE);
    static final TestEndpoint PADDLE = withTestKey("paddle-classic").with("public-key", TestKeys.line(RSA.getPublic()));
    static final TestEndpoint BRAINTREE =
            TestEndpoint.of("braintree").with("public-key", "public_1").withAll("secrets", "private_1");
    static final TestEndpoint TPAY = withTestKey("tpay")
            .with("public-key", TestKeys.line(RSA.getPublic()))
            .withAll("secrets", "demo");
    static final TestEndpoint REDSYS = TestEndpoint.of("redsys").withAll("secrets", "MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u");
    static final TestEndpoint TWO_CHECKOUT = TestEndpoint.of("2checkout").withAll("secrets", "AABB%TEST&KEY1");
    static final TestEndpoint OPAYO = TestEndpoint.of("opayo")
            .with("vendor", "Shop")
            .with("security-key", "JEUPDN1N7E")
            .with("redirect-url", "https://shop.example/thanks");
    static final TestEndpoint TRUSTPAY = TestEndpoint.of("trustpay").withAll("secrets", "tp secret");
    static final TestEndpoint PHONEPE =
            TestEndpoint.of("phonepe").with("username", "shop_1").with("password", "passw0rd");
    static final TestEndpoint PHONEPE_SALT =
            TestEndpoint.of("phonepe").withById("salt-keys", "1", "00000000-1111-2222-3333-444444444444");
    static final TestEndpoint TOSS = TestEndpoint.of("toss").withAll("security-keys", "toss security key");
    static final TestEndpoint PAYTM = TestEndpoint.of("paytm").with("merchant-key", "kbzk1DSbJiV_O3p5");

    private CodeEndpoints() {}

    private static TestEndpoint withTestKey(String provider) {
        return TestEndpoint.of(provider).with("test-private-key", TestKeys.line(RSA.getPrivate()));
    }

    static String unionPays(String commonName) {
        return TestKeys.certificate("CN=" + commonName, RSA, "CN=root", ROOT.getPrivate(), false);
    }

    static String payPals(String commonName) {
        return TestKeys.certificate("CN=" + commonName, RSA, "CN=root", ROOT.getPrivate(), false);
    }

    /** At least one a provider; a provider without one fails the kit. */
    static Stream<TestEndpoint> own() {
        return Stream.of(
                AlipayForms.ALIPAY,
                NoticeEndpoints.WECHAT,
                NoticeEndpoints.WECHAT_CERTIFIED,
                NoticeEndpoints.WECHAT_SM,
                NoticeEndpoints.DOUYIN,
                WECHAT_V2,
                WECHAT_V2_HMAC,
                UNIONPAY,
                UNIONPAY_SECURE_KEY,
                ANTOM,
                JDPAY,
                DOUYIN_MINI,
                ECPAY,
                NEWEBPAY,
                PAYPAL,
                PADDLE,
                BRAINTREE,
                TPAY,
                REDSYS,
                TWO_CHECKOUT,
                OPAYO,
                TRUSTPAY,
                PHONEPE,
                PHONEPE_SALT,
                TOSS,
                PAYTM);
    }

    public static List<SampleEndpoint> all() {
        return own().map(endpoint -> new SampleEndpoint(
                        endpoint.provider(),
                        String.join(", ", endpoint.values().keySet()),
                        new Credentials(endpoint.values())))
                .toList();
    }
}
