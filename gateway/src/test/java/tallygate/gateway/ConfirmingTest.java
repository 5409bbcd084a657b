package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.catalog.Providers;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;

class ConfirmingTest {
    /** Lanes, breakers and rooms go by the route's name: hints of two providers share none of them. */
    @Test
    void eachProviderThatLeavesCallbacksUnsignedHasALaneOfItsOwn() {
        Loading.Loaded loaded = (Loading.Loaded) GatewayConfig.parse("""
            mode: development
            endpoints:
              - { name: a, provider: mollie-legacy, route: orders }
              - { name: b, provider: mollie-legacy, route: orders }
              - { name: c, provider: toss, route: orders }
              - { name: d, provider: stripe, secrets: ["whsec_c2VjcmV0c2VjcmV0c2VjcmV0"], route: orders }
            routes: { orders: { handler: { kind: http, url: "http://127.0.0.1:9/x" } } }
            """, Path.of("."), Map.of());

        assertThat(Confirming.names(loaded.config().endpoints(), Providers.builtIn()))
                .containsExactly("tallygate:confirm", "tallygate:confirm:mollie-legacy", "tallygate:confirm:toss");
    }
}
