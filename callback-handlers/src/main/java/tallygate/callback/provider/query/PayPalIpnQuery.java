package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;

/**
 * PayPal's postback: the notice goes back byte for byte behind {@code cmd=_notify-validate&}, and PayPal says whether it is its
 * own (developer.paypal.com/api/nvp-soap/ipn; paypal/ipn-code-samples). What it vouches for is what the notice says, and not to whom:
 * anybody can have a genuine notice about a payment to an account of his own. So the receiver must be named in the configuration.
 */
record PayPalIpnQuery(Api api, boolean knowsReceiver) implements StateQuery {
    private static final byte[] COMMAND = "cmd=_notify-validate&".getBytes(StandardCharsets.US_ASCII);

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "paypal-ipn",
            List.of(),
            keys -> Queries.of(new PayPalIpnQuery(
                    keys.api("https://ipnpb.paypal.com", "https://ipnpb.sandbox.paypal.com"),
                    keys.options().merchantId().isPresent())));

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        if (!knowsReceiver) {
            return new Found.Failed(
                    "give merchant-id (receiver_id of your notices): PayPal verifies notices to other accounts too",
                    true,
                    Optional.empty());
        }
        byte[] notice = subject.request().body();
        if (notice.length == 0 || subject.claimed().isEmpty()) {
            return new Found.NotAskable("PayPal is asked about notices only, and this is none");
        }
        byte[] body = new byte[COMMAND.length + notice.length];
        System.arraycopy(COMMAND, 0, body, 0, COMMAND.length);
        System.arraycopy(notice, 0, body, COMMAND.length, notice.length);
        OutboundRequest request =
                OutboundRequest.post(api.at("/cgi-bin/webscr"), "application/x-www-form-urlencoded", body);
        return Asked.state(request, tools, got -> read(got, subject));
    }

    private static Found read(Asked.Got got, Subject subject) {
        String answer = new String(got.body(), StandardCharsets.UTF_8).strip();
        if (got.isFound() && answer.equals("VERIFIED")) {
            return new Found.Known(standing(subject), subject.claimed());
        }
        if (got.isFound() && answer.equals("INVALID")) {
            return new Found.NoSuch("PayPal says that it did not send this notice");
        }
        return Found.Failed.later("PayPal answered HTTP " + got.status() + ", neither VERIFIED nor INVALID");
    }

    private static Standing standing(Subject subject) {
        return switch (subject.claimed().getFirst().status()) {
            case "Completed", "Processed" -> Standing.PAID;
            case "Refunded", "Reversed" -> Standing.PAID_THEN_REFUNDED;
            case "Denied", "Expired", "Failed", "Voided" -> Standing.ENDED_UNPAID;
            default -> Standing.IN_PROGRESS;
        };
    }
}
