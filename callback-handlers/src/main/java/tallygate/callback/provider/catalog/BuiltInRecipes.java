package tallygate.callback.provider.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.recipe.RecipeReader;

/** The recipes that come with the gateway: to add one, add its file and its name here. */
final class BuiltInRecipes {
    private static final String FOLDER = "/tallygate/callback/provider/providers/";

    static final List<String> NAMES = List.of(
            "adyen",
            "adyen-platform",
            "airwallex",
            "authorizenet",
            "bluesnap",
            "cashfree",
            "chargebee",
            "checkout-com",
            "coinbase-commerce",
            "cryptopay",
            "dlocal",
            "doku",
            "dwolla",
            "finix",
            "fiuu",
            "flutterwave",
            "github",
            "gocardless",
            "hitpay",
            "iatapay",
            "iyzico",
            "klarna",
            "komoju",
            "lemonsqueezy",
            "mercadopago",
            "midtrans",
            "mollie",
            "momo",
            "nmi",
            "noon",
            "novalnet",
            "nuvei",
            "omise",
            "paddle",
            "payfast",
            "payjp",
            "payload",
            "paymongo",
            "paystack",
            "payu-emea",
            "payu-india",
            "payu-latam",
            "portone",
            "ppro",
            "przelewy24",
            "quickpay",
            "rapyd",
            "razorpay",
            "recurly",
            "revolut",
            "riskified",
            "robokassa",
            "shopify",
            "skrill",
            "square",
            "standard-webhooks",
            "stripe",
            "svix",
            "vnpay",
            "volt",
            "wise",
            "worldline-connect",
            "worldpay-access",
            "xendit",
            "zalopay",
            "zen");

    private BuiltInRecipes() {}

    /** Reads one of {@link #NAMES}; some take milliseconds, and a gateway has endpoints of few. */
    static ProviderDefinition read(String name) {
        String file = name + ".yaml";
        return switch (RecipeReader.read(file, text(file))) {
            case RecipeReader.Reading.Usable usable -> usable.definition();
            case RecipeReader.Reading.Broken broken ->
                throw new IllegalStateException(String.join("\n", broken.complaints()));
        };
    }

    private static String text(String file) {
        try (InputStream in = BuiltInRecipes.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("the definition " + file + " is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the definition " + file + " cannot be read", e);
        }
    }
}
