package tallygate.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tallygate.callback.provider.catalog.Providers;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.ingest.Endpoint;

/** A configuration with one endpoint that can be signed for, {@code shop-stripe}, and one that cannot, {@code shop-wise}. */
record RigEndpoints(Loading.Loaded configuration, EndpointBindings bindings) {
    private static final String CONFIGURATION = """
        endpoints:
          - name: shop-stripe
            provider: stripe
            account: stripe-eu
            secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"]
            path: /pay/notify/stripe
            route: orders
          - name: shop-wise
            provider: wise
            public-key: "KEY"
            route: orders
        routes:
          orders:
            handler: { kind: log }
        """;

    /** @param settings more lines of the configuration */
    static RigEndpoints make(String settings) {
        try {
            byte[] key = KeyPairGenerator.getInstance("RSA")
                    .generateKeyPair()
                    .getPublic()
                    .getEncoded();
            Path file = Files.createTempFile("tallygate", ".yaml");
            Files.writeString(
                    file, CONFIGURATION.replace("KEY", Base64.getEncoder().encodeToString(key)) + settings);
            Loading loading = GatewayConfig.load(file, Map.of());
            Files.delete(file);
            if (!(loading instanceof Loading.Loaded loaded)) {
                throw new IllegalStateException(loading.toString());
            }
            EndpointBindings bindings = EndpointBindings.of(loaded.config().endpoints(), Providers.builtIn());
            if (!bindings.problems().isEmpty()) {
                throw new IllegalStateException(bindings.allProblems().toString());
            }
            return new RigEndpoints(loaded, bindings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    List<Endpoint> all() {
        return Endpoints.table(configuration.config(), bindings).endpoints();
    }
}
