package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.config.value.BindAddress;
import tallygate.config.value.Jitter;

class ContractExampleTest {
    @TempDir
    Path folder;

    @Test
    void theWholeShapeOfAConfigurationIsRead() throws Exception {
        Files.writeString(folder.resolve("db-password"), "s3cret\n");
        Files.writeString(folder.resolve("wechat.pem"), "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n");
        Files.writeString(folder.resolve("tallygate.yaml"), """
            server:
              callbacks: { bind: "0.0.0.0:8080", proxy-protocol: "off", trusted-proxies: [10.0.0.0/8] }
              management: { bind: "127.0.0.1:8081" }
            database:
              url: jdbc:mysql://db:3306/tallygate
              username: tallygate
              password: ${file:db-password}
            data-dir: ./data
            mode: production
            endpoints:
              - name: shop-stripe
                provider: stripe
                account: stripe-eu
                secrets: ["${env:STRIPE_WEBHOOK_SECRET}"]
                path: /pay/notify/stripe
                route: orders
              - name: shop-wechat
                provider: wechatpay-v3
                api-v3-key: ${env:APIV3}
                public-keys: { PUB_KEY_ID_0114: "${file:wechat.pem}" }
                merchant-id: "1900000109"
                route: orders
            routes:
              orders:
                handler: { kind: http, url: "http://orders.internal/payment-events", timeout: 5s, secret: "whsec_c2VjcmV0c2VjcmV0c2VjcmV0" }
                retry: { schedule: [1s, 4s, 16s, 64s, 5m, 30m, 2h], jitter: 20% }
            """);

        Loading loading = GatewayConfig.load(
                folder.resolve("tallygate.yaml"),
                Map.of("STRIPE_WEBHOOK_SECRET", "whsec_stripe", "APIV3", "k".repeat(32)));

        assertThat(loading).isInstanceOf(Loading.Loaded.class);
        GatewayConfig config = ((Loading.Loaded) loading).config();
        assertThat(config.server().callbacks().bind()).isEqualTo(new BindAddress("0.0.0.0", 8080));
        assertThat(config.mode()).isEqualTo(Mode.PRODUCTION);
        assertThat(config.database().location())
                .isInstanceOfSatisfying(DatabaseConfig.Location.External.class, external -> {
                    assertThat(external.url()).isEqualTo("jdbc:mysql://db:3306/tallygate");
                    assertThat(external.password().reveal()).isEqualTo("s3cret");
                });
        EndpointConfig stripe = config.endpoints().getFirst();
        assertThat(stripe.account()).isEqualTo("stripe-eu");
        assertThat(stripe.credentials().value("secrets"))
                .get()
                .isInstanceOfSatisfying(
                        Credential.Texts.class,
                        texts -> assertThat(texts.texts())
                                .extracting(text -> text.secret().reveal())
                                .containsExactly("whsec_stripe"));
        EndpointConfig wechat = config.endpoints().get(1);
        assertThat(wechat.account()).isEqualTo("shop-wechat");
        assertThat(wechat.credentials().values().keySet()).containsExactly("api-v3-key", "public-keys", "merchant-id");
        assertThat(wechat.credentials().value("public-keys"))
                .get()
                .isInstanceOfSatisfying(
                        Credential.TextMap.class,
                        map -> assertThat(map.texts())
                                .hasEntrySatisfying(
                                        "PUB_KEY_ID_0114",
                                        pem -> assertThat(pem.secret().reveal()).endsWith("-----END PUBLIC KEY-----")));
        RouteConfig orders = config.routeOf(stripe);
        assertThat(orders.retry().jitter()).isEqualTo(new Jitter.Share(20));
        assertThat(orders.retry().backoff()).isEqualTo(RetryConfig.standard().backoff());
        assertThat(orders.handler()).isInstanceOfSatisfying(HttpHandlerConfig.class, http -> {
            assertThat(http.url()).hasToString("http://orders.internal/payment-events");
            assertThat(http.timeout()).isEqualTo(Duration.ofSeconds(5));
        });
        assertThat(((Loading.Loaded) loading).warnings()).isEqualTo(List.of());
        assertThat(config.toString()).doesNotContain("s3cret", "whsec_", "BEGIN PUBLIC KEY", "kkkk");
    }
}
