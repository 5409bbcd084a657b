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
        Loading loading =
                GatewayConfig.parse("routes: { r: { handler: { kind: log }, " + keys + " } }", Path.of("/"), Map.of());
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
}
