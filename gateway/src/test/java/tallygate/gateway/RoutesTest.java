package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tallygate.callback.handler.HandlerTools;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.process.WorkRoute;

/** What the configuration says of routes is what the worker does. */
class RoutesTest {
    private static WorkRoute route(String keys) {
        return parsed("routes: { r: { handler: { kind: log }, " + keys + " } }");
    }

    private static WorkRoute parsed(String yaml) {
        Loading loading = GatewayConfig.parse(yaml, Path.of("/"), Map.of());
        var config = ((Loading.Loaded) loading).config();
        var tools = new HandlerTools(InstantSource.system(), System::nanoTime, new Random(1));
        return Routes.of(config.routes(), tools, _ -> {
                    throw new IllegalStateException("no saga is configured");
                })
                .getFirst();
    }

    @Test
    void aRouteIsLookedThroughAsOftenAsItsMostFrequentKindOfBusinessWantsIt() {
        WorkRoute route = route("scan: 10m, biz-types: { payment: { scan: 1m }, coupon: { scan: 30m },"
                + " sms: { early: { deadline: 1m } } }");
        assertThat(route.rules().scan()).isEqualTo(Duration.ofMinutes(1));
        assertThat(route.policy().step()).as("those of the route itself").isEqualTo(Duration.ofMinutes(10));
        assertThat(route.policy().byBizType().get("payment").step()).isEqualTo(Duration.ZERO);
        assertThat(route.policy().byBizType().get("coupon").step()).isEqualTo(Duration.ofMinutes(30));
        assertThat(route.policy().byBizType().get("sms").step()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void withoutRulesForKindsOfBusinessPausesAreAsTheyAreWritten() {
        WorkRoute route = route("scan: 5m");
        assertThat(route.rules().scan()).isEqualTo(Duration.ofMinutes(5));
        assertThat(route.policy().step()).isEqualTo(Duration.ZERO);
    }

    @Test
    void aHandlersVersionIsItsNameElseItsConfigurationWithoutItsSecrets() {
        assertThat(route("version: \"2026-12-01\"").version()).isEqualTo("2026-12-01");
        String url = "routes: { r: { handler: { kind: http, url: \"http://%s/\", secret: \"%s\" } } }";
        String secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZg==";
        String version = parsed(url.formatted("orders", secret)).version();
        assertThat(version).matches("[0-9a-f]{12}");
        assertThat(parsed(url.formatted("orders", "whsec_ZmVkY2JhOTg3NjU0MzIxMA=="))
                        .version())
                .isEqualTo(version);
        assertThat(parsed(url.formatted("orders-2", secret)).version()).isNotEqualTo(version);
    }
}
