package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskingTest {
    @ParameterizedTest
    @CsvSource({
        "Authorization, Bearer abc.def, Bearer •••",
        "authorization, abcdef, •••",
        "Proxy-Authorization, Basic QWxhZGRpbg==, Basic •••",
        "Cookie, session=1 2, •••",
        "X-Callback-Token, f00, •••",
        "X-Api-Key, f00, •••",
        "X-Webhook-Secret, f00, •••",
        "Stripe-Signature, 't=1,v1=ab', 't=1,v1=ab'",
        "Wechatpay-Serial, 5F2A, 5F2A",
        "Content-Type, application/json, application/json"
    })
    @Tag("T-23")
    void aHeaderThatProvesItsSenderByBeingKnownShowsItsSchemeOnly(String name, String value, String shown) {
        assertThat(Masking.header(name, value)).isEqualTo(shown);
    }
}
