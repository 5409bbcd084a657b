package tallygate.callback.provider.query;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tallygate.callback.outbound.Destination;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StatementSource;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/**
 * Stripe's itemized report of balance changes (docs.stripe.com/reports/api): a run is ordered, made, and then its file is there.
 * The next try asks for the run that the one before has ordered. The key must be a live one that may write reports.
 */
record StripeReports(Api api, String apiKey) implements StatementSource {
    private static final Set<String> FILES = Set.of("files.stripe.com");
    private static final Duration AGAIN = Duration.ofMinutes(1);
    private static final Duration NO_DATA_YET = Duration.ofMinutes(30);
    private static final List<String> COLUMNS = List.of(
            "balance_transaction_id",
            "created_utc",
            "currency",
            "gross",
            "fee",
            "net",
            "reporting_category",
            "source_id",
            "charge_id",
            "payment_intent_id",
            "customer_facing_amount",
            "customer_facing_currency",
            "payment_metadata[order_id]");

    /** Data are prepared twice a day. */
    @Override
    public Duration readyAfter() {
        return Duration.ofHours(12);
    }

    @Override
    public Fetched fetch(Wanted wanted, Path into, QueryTools tools) throws IOException, InterruptedException {
        boolean isOrdered = wanted.going().matches("frr_[A-Za-z0-9_]{1,200}");
        OutboundRequest request = isOrdered
                ? OutboundRequest.get(api.at("/v1/reporting/report_runs/" + Api.encoded(wanted.going())))
                : OutboundRequest.post(
                        api.at("/v1/reporting/report_runs"), "application/x-www-form-urlencoded", order(wanted));
        return Downloads.read(Asked.send(authorized(request), tools), "Stripe", got -> told(got, wanted, into, tools));
    }

    private static String order(Wanted wanted) {
        long from = wanted.day().atStartOfDay(wanted.zone()).toEpochSecond();
        long to = wanted.day().plusDays(1).atStartOfDay(wanted.zone()).toEpochSecond();
        Stream<String> fixed = Stream.of(
                "report_type=balance_change_from_activity.itemized.3",
                "parameters%5Binterval_start%5D=" + from,
                "parameters%5Binterval_end%5D=" + to);
        Stream<String> columns = COLUMNS.stream().map(column -> "parameters%5Bcolumns%5D%5B%5D=" + Api.encoded(column));
        return Stream.concat(fixed, columns).collect(Collectors.joining("&"));
    }

    private OutboundRequest authorized(OutboundRequest request) {
        return request.with("Authorization", "Bearer " + apiKey);
    }

    private Fetched told(Asked.Got got, Wanted wanted, Path into, QueryTools tools)
            throws UnreadableException, IOException, InterruptedException {
        JsonValue run = got.json();
        String id = run.scalarAt("/id");
        if (!got.isFound() || id.isEmpty()) {
            String why = "Stripe answered HTTP " + got.status() + " " + run.scalarAt("/error/code");
            return wanted.going().isEmpty() && got.status() == 400
                    ? new Fetched.NotYet(why + ": the day's data are perhaps not there yet", "", NO_DATA_YET)
                    : new Fetched.NotYet(why + " for the report, it is ordered anew", "", AGAIN);
        }
        return switch (run.scalarAt("/status")) {
            case "succeeded" -> whole(run.scalarAt("/result/url"), wanted, into, tools);
            case "failed" ->
                new Fetched.NotYet("Stripe could not make the report, it is ordered anew", "", NO_DATA_YET);
            default -> new Fetched.NotYet("Stripe is making the report", id, AGAIN);
        };
    }

    private Fetched whole(String link, Wanted wanted, Path into, QueryTools tools)
            throws IOException, InterruptedException {
        Optional<Destination> file = file(link);
        if (file.isEmpty()) {
            return Fetched.Failed.later("Stripe named a file that does not lie on a host of its own");
        }
        OutboundRequest request = authorized(OutboundRequest.get(file.get()));
        return Downloads.into(into, request, wanted.bytesMax(), tools).orElse(new Fetched.Whole(""));
    }

    /** The key goes nowhere but to Stripe, or to the address that the operator wrote. */
    private Optional<Destination> file(String link) {
        Optional<String> here = api.resourceOf(link);
        if (here.isPresent()) {
            return here.map(api::at);
        }
        try {
            URI url = URI.create(link);
            boolean isTheirs = !api.isOperators()
                    && "https".equals(url.getScheme())
                    && url.getHost() != null
                    && FILES.contains(url.getHost());
            return isTheirs ? Optional.of(new Destination.Listed(url, FILES)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "StripeReports[" + api.base() + "]";
    }
}
