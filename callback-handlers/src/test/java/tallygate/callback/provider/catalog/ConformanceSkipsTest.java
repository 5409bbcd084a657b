package tallygate.callback.provider.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.CallbackMaker.Spoil;
import tallygate.callback.provider.SampleEndpoint;

/** What the conformance kit cannot ask of a provider, by name: a provider that joins or leaves a list is looked at by somebody. */
class ConformanceSkipsTest {
    private static Set<String> those(Predicate<Made> what) {
        return ConformanceTest.signed()
                .filter(endpoint -> what.test(Made.of(endpoint)))
                .map(SampleEndpoint::provider)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names(String... names) {
        return new TreeSet<>(Set.of(names));
    }

    /** Nothing in their notices proves anything: they are tried as hints. */
    @Test
    void unsignedProviders() {
        assertThat(Made.PROVIDERS.names().stream()
                        .filter(name -> Made.PROVIDERS.named(name).orElseThrow().isUnsigned()))
                .containsExactlyInAnyOrder("linepay", "gmo-pg", "mollie-legacy", "paypal-ipn");
    }

    /** A token or a password stands for the sender and covers no byte of the body. */
    @Test
    void providersWhoseProofDoesNotCoverTheBody() {
        assertThat(those(made -> made.maker()
                        .spoiled(Made.EVENT, Made.URL, Made.NOW, Spoil.BODY)
                        .isEmpty()))
                .isEqualTo(names("chargebee", "payjp", "phonepe", "xendit"));
    }

    /** All others sign no time, or none that is to be judged: their replays are stopped by the event's identity alone. */
    @Test
    void providersWhoseTimeIsJudged() {
        assertThat(those(made -> made.maker().signsTime()))
                .isEqualTo(names(
                        "airwallex",
                        "bluesnap",
                        "douyinpay",
                        "finix",
                        "omise",
                        "paddle",
                        "paymongo",
                        "portone",
                        "recurly",
                        "revolut",
                        "standard-webhooks",
                        "stripe",
                        "svix",
                        "wechatpay-v3",
                        "wechatpay-v3-sm"));
    }

    /** Their notices name no amount: a changed one cannot be a conflict, and the receiver compares with its order. */
    @Test
    void providersWhoseSampleNamesNoAmount() {
        assertThat(those(made -> made.genuine(made.request()).events().stream()
                        .map(PaymentEvent::amount)
                        .allMatch(String::isEmpty)))
                .isEqualTo(names(
                        "dwolla",
                        "github",
                        "gocardless",
                        "iyzico",
                        "mercadopago",
                        "noon",
                        "opayo",
                        "portone",
                        "revolut",
                        "riskified",
                        "wise"));
    }

    /** All of it stands in the query. */
    @Test
    void providersWithoutABody() {
        assertThat(those(made -> made.request().body().length == 0)).isEqualTo(names("vnpay"));
    }
}
