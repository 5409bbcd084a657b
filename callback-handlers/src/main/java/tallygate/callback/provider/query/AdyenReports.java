package tallygate.callback.provider.query;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StatementSource;

/**
 * Adyen's settlement detail reports (docs.adyen.com, reporting, automatic download). A notice {@code REPORT_AVAILABLE} names the
 * report; its address is made here from the name, so that the key goes to Adyen and nowhere else.
 */
record AdyenReports(Api api, String account, String apiKey) implements StatementSource {
    private static final Pattern SETTLEMENT = Pattern.compile("settlement_detail_report_batch_[0-9]{1,9}\\.csv");

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "adyen",
            List.of(
                    QueryDefinition.secret(
                            "report-api-key", "the API key of a report user: settlement reports are fetched with it"),
                    QueryDefinition.plain("report-account", "the merchant account whose reports are fetched")),
            keys -> {
                Api api = keys.api("https://ca-live.adyen.com", "https://ca-test.adyen.com");
                return keys.has("report-api-key", "report-account")
                        ? Queries.NONE.with(
                                new AdyenReports(api, keys.text("report-account"), keys.text("report-api-key")))
                        : Queries.NONE;
            });

    @Override
    public Duration readyAfter() {
        return Duration.ZERO;
    }

    @Override
    public boolean isByDay() {
        return false;
    }

    @Override
    public Fetched fetch(Wanted wanted, Path into, QueryTools tools) throws IOException, InterruptedException {
        if (!SETTLEMENT.matcher(wanted.report()).matches()) {
            return new Fetched.NothingThatDay("report " + wanted.report() + " is no settlement detail report");
        }
        OutboundRequest request = OutboundRequest.get(api.at("/reports/download/MerchantAccount/" + Api.encoded(account)
                        + "/" + Api.encoded(wanted.report())))
                .with("X-API-Key", apiKey);
        return Downloads.into(into, request, wanted.bytesMax(), tools).orElse(new Fetched.Whole(""));
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "AdyenReports[" + api.base() + "]";
    }
}
