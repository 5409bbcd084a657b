package tallygate.simulations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.catalog.Providers;

/**
 * The endpoints under load and the keys that callbacks to them are signed with. They are made once and kept in a folder, with
 * an {@code endpoints.yaml} to be taken into the configuration of a gateway that runs elsewhere.
 */
final class Shop {
    /** Stripe: HMAC. WeChat Pay v3: RSA and AES-GCM. Alipay: RSA over a form. WeChat Pay v3 SM: SM2 and SM4-GCM. */
    enum Provider {
        STRIPE("stripe", "stripe"),
        WECHAT("wechatpay-v3", "wechatpay"),
        ALIPAY("alipay", "alipay"),
        WECHAT_SM("wechatpay-v3-sm", "wechatpay");

        /** Name of the provider's definition. */
        final String definition;
        /** Name of its plan of repeats. */
        final String resendPlan;

        Provider(String definition, String resendPlan) {
            this.definition = definition;
            this.resendPlan = resendPlan;
        }

        String endpoint() {
            return "load-" + definition;
        }
    }

    private static final Providers PROVIDERS = Providers.builtIn();

    private final Path folder;

    private Shop(Path folder) {
        this.folder = folder;
    }

    /** The shop of this folder; a new one when there is none. */
    static Shop in(Path folder, Instant now) {
        var shop = new Shop(folder);
        if (!Files.exists(folder.resolve("endpoints.yaml"))) {
            shop.make(now);
        }
        return shop;
    }

    /** The entries of {@code endpoints:}. */
    String endpoints() {
        return read("endpoints.yaml");
    }

    /** The endpoint with the keys to make genuine callbacks. */
    BoundProvider bound(Provider provider) {
        var values = new TreeMap<String, Credentials.Value>();
        switch (provider) {
            case STRIPE -> values.put("secrets", text("stripe.secret"));
            case WECHAT -> {
                values.put("api-v3-key", text("wechat.apiv3"));
                values.put("public-keys", new Credentials.Value.TextMap(Map.of("PUB_KEY_ID_LOAD", read("wechat.pub"))));
                values.put("test-private-key", text("wechat.key"));
            }
            case ALIPAY -> {
                values.put("public-key", text("alipay.pub"));
                values.put("test-private-key", text("alipay.key"));
            }
            case WECHAT_SM -> {
                values.put("api-v3-key", text("wechat-sm.apiv3"));
                values.put(
                        "certificates",
                        new Credentials.Value.TextMap(Map.of(read("wechat-sm.serial"), read("wechat-sm.crt"))));
                values.put("test-private-key", text("wechat-sm.key"));
            }
        }
        return switch (PROVIDERS.bind(provider.definition, provider.endpoint(), new Credentials(values))) {
            case Binding.Bound bound -> bound.provider();
            case Binding.Refused refused ->
                throw new IllegalStateException("the keys in " + folder + " do not fit " + provider.definition + ": "
                        + refused.problems() + "; delete the folder to make new ones");
        };
    }

    private void make(Instant now) {
        KeyPair wechat = Keys.rsa();
        KeyPair alipay = Keys.rsa();
        KeyPair sm = Keys.sm2();
        var certificate = Keys.certificate(sm, now);
        String serial = certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);
        write("stripe.secret", "whsec_" + Keys.hex(24));
        write("wechat.apiv3", Keys.hex(16));
        write("wechat.pub", Keys.pem(wechat.getPublic()));
        write("wechat.key", Keys.pkcs8(wechat.getPrivate()));
        write("alipay.pub", Keys.pem(alipay.getPublic()));
        write("alipay.key", Keys.pkcs8(alipay.getPrivate()));
        write("wechat-sm.apiv3", Keys.hex(16));
        write("wechat-sm.serial", serial);
        write("wechat-sm.crt", Keys.pem(certificate));
        write("wechat-sm.key", Keys.pkcs8(sm.getPrivate()));
        write("endpoints.yaml", """
              - { name: load-stripe, provider: stripe, secrets: ["${file:%1$s/stripe.secret}"], route: load }
              - name: load-wechatpay-v3
                provider: wechatpay-v3
                api-v3-key: ${file:%1$s/wechat.apiv3}
                public-keys: { PUB_KEY_ID_LOAD: "${file:%1$s/wechat.pub}" }
                replay-window: 2h
                route: load
              - { name: load-alipay, provider: alipay, public-key: "${file:%1$s/alipay.pub}", route: load }
              - name: load-wechatpay-v3-sm
                provider: wechatpay-v3-sm
                api-v3-key: ${file:%1$s/wechat-sm.apiv3}
                certificates: { "%2$s": "${file:%1$s/wechat-sm.crt}" }
                replay-window: 2h
                route: load
            """.formatted(folder.toAbsolutePath(), serial));
    }

    private Credentials.Value text(String file) {
        return new Credentials.Value.Text(read(file));
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String file, String text) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Provider> all() {
        return List.of(Provider.values());
    }
}
