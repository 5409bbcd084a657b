package tallygate.callback.provider.query;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tallygate.callback.outbound.OutboundLimits;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StatementSource;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;

/**
 * PayPal's transaction search (developer.paypal.com, reporting v1), page by page, written in the form of its settlement report:
 * amounts in hundredths with CR or DR. A day is asked for when {@code last_refreshed_datetime} lies behind its end, since the
 * search lags by hours. The next try goes on behind the last page that was written.
 */
record PayPalTransactions(Api api, Tokens tokens) implements StatementSource {
    private static final int PAGE = 500;
    private static final OutboundLimits LIMITS =
            new OutboundLimits(Duration.ofSeconds(5), Duration.ofSeconds(60), 8 * 1024 * 1024);
    private static final Duration REFRESH = Duration.ofMinutes(30);
    private static final Pattern PLACE = Pattern.compile("page=([0-9]{1,5}) rows=([0-9]{1,8}) bytes=([0-9]{1,12})");
    private static final Pattern MOMENT = Pattern.compile(
            "([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\\.[0-9]+)?(Z|[+-][0-9]{2}:?[0-9]{2})");
    private static final DateTimeFormatter QUERY = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxx", Locale.ROOT);
    private static final List<String> COLUMNS = List.of(
            "Transaction ID",
            "Invoice ID",
            "PayPal Reference ID",
            "PayPal Reference ID Type",
            "Transaction Event Code",
            "Transaction Initiation Date",
            "Transaction Completion Date",
            "Transaction  Debit or Credit",
            "Gross Transaction Amount",
            "Gross Transaction Currency",
            "Fee Debit or Credit",
            "Fee Amount",
            "Fee Currency",
            "Custom Field");

    /** What is written so far. */
    private record Place(int page, long rows, long bytes) {
        static Place of(String going, Path file) throws IOException {
            Matcher place = PLACE.matcher(going);
            if (place.matches() && java.nio.file.Files.exists(file)) {
                Place found = new Place(
                        Integer.parseInt(place.group(1)),
                        Long.parseLong(place.group(2)),
                        Long.parseLong(place.group(3)));
                // Another node's file, or none of this day: from the beginning.
                return java.nio.file.Files.size(file) >= found.bytes ? found : new Place(1, 0, 0);
            }
            return new Place(1, 0, 0);
        }

        String text() {
            return "page=" + page + " rows=" + rows + " bytes=" + bytes;
        }
    }

    @Override
    public Duration readyAfter() {
        return Duration.ofHours(6);
    }

    @Override
    public Fetched fetch(Wanted wanted, Path into, QueryTools tools) throws IOException, InterruptedException {
        Place place = Place.of(wanted.going(), into);
        return switch (tokens.current(tools)) {
            case Tokens.Grant.None none -> Downloads.failed(none.why());
            case Tokens.Grant.Token token -> {
                Optional<Fetched> end = Optional.empty();
                while (end.isEmpty()) {
                    String[] next = {place.text()};
                    end = page(wanted, place, into, tools, token, next);
                    place = Place.of(next[0], into);
                }
                yield end.get();
            }
        };
    }

    /** @param next the place behind the page, when it was written */
    private Optional<Fetched> page(
            Wanted wanted, Place place, Path into, QueryTools tools, Tokens.Grant.Token token, String[] next)
            throws IOException, InterruptedException {
        ZonedDateTime from = wanted.day().atStartOfDay(wanted.zone());
        ZonedDateTime last =
                wanted.day().plusDays(1).atStartOfDay(wanted.zone()).minusSeconds(1);
        String resource = "/v1/reporting/transactions?start_date=" + Api.encoded(QUERY.format(from)) + "&end_date="
                + Api.encoded(QUERY.format(last)) + "&fields=transaction_info&page_size=" + PAGE + "&page="
                + place.page();
        OutboundRequest request = OutboundRequest.get(api.at(resource))
                .with("Authorization", "Bearer " + token.text())
                .within(LIMITS);
        return switch (Asked.send(request, tools)) {
            case Asked.Nothing nothing -> {
                if (nothing.isOurs()) {
                    tokens.forget();
                }
                yield Optional.of(new Fetched.NotYet(
                        nothing.why(), place.text(), nothing.notBefore().orElse(Duration.ofMinutes(5))));
            }
            case Asked.Got got -> {
                try {
                    yield taken(got, last.toInstant(), place, into, next);
                } catch (UnreadableException | ArithmeticException | NumberFormatException e) {
                    yield Optional.of(Fetched.Failed.later(
                            "PayPal's answer (HTTP " + got.status() + ") cannot be read: " + e.getMessage()));
                }
            }
        };
    }

    private static Optional<Fetched> taken(Asked.Got got, Instant last, Place place, Path into, String[] next)
            throws UnreadableException, IOException {
        JsonValue answer = got.json();
        if (!got.isFound()) {
            String why = "PayPal answered HTTP " + got.status() + " " + answer.scalarAt("/name");
            return Optional.of(Fetched.Failed.later(why));
        }
        boolean isWhole = Moments.iso(zoned(answer.scalarAt("/last_refreshed_datetime")))
                .filter(refreshed -> refreshed.isAfter(last))
                .isPresent();
        if (!isWhole) {
            return Optional.of(
                    new Fetched.NotYet("PayPal's search does not reach the end of the day yet", "", REFRESH));
        }
        int pages = Integer.parseInt(Trees.first(answer, "/total_pages"));
        StringBuilder text = new StringBuilder();
        if (place.page() == 1) {
            text.append("\"RH\",\"\",\"A\",\"\",\"011\"\n\"FH\",\"01\"\n");
            line(text, "SH", Stream.of("", "", answer.scalarAt("/account_number"), ""));
            line(text, "CH", COLUMNS.stream());
        }
        List<JsonValue> details = Trees.listOrNone(answer, "transaction_details");
        for (JsonValue detail : details) {
            row(text, detail);
        }
        long rows = place.rows() + details.size();
        boolean isLast = place.page() >= pages;
        if (isLast) {
            text.append("\"SC\",\"")
                    .append(rows)
                    .append("\"\n\"RC\",\"")
                    .append(rows)
                    .append("\"\n\"FF\",\"\"\n");
        }
        long bytes = write(into, place.bytes(), text.toString());
        next[0] = new Place(place.page() + 1, rows, bytes).text();
        return isLast ? Optional.of(new Fetched.Whole("")) : Optional.empty();
    }

    /** Behind what is known to be good: what a try that was cut off left there is written over. */
    private static long write(Path file, long at, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.truncate(at);
            channel.position(at);
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return channel.position();
        }
    }

    private static void row(StringBuilder text, JsonValue detail) throws UnreadableException {
        String info = "/transaction_info/";
        BigDecimal gross = new BigDecimal(detail.scalarAt(info + "transaction_amount/value"));
        String feeText = detail.scalarAt(info + "fee_amount/value");
        BigDecimal fee = feeText.isEmpty() ? BigDecimal.ZERO : new BigDecimal(feeText);
        String at = moment(detail.scalarAt(info + "transaction_initiation_date"));
        line(
                text,
                "SB",
                Stream.of(
                        detail.scalarAt(info + "transaction_id"),
                        detail.scalarAt(info + "invoice_id"),
                        detail.scalarAt(info + "paypal_reference_id"),
                        detail.scalarAt(info + "paypal_reference_id_type"),
                        detail.scalarAt(info + "transaction_event_code"),
                        at,
                        at,
                        gross.signum() < 0 ? "DR" : "CR",
                        hundredths(gross),
                        detail.scalarAt(info + "transaction_amount/currency_code"),
                        fee.signum() > 0 ? "CR" : "DR",
                        feeText.isEmpty() ? "" : hundredths(fee),
                        detail.scalarAt(info + "fee_amount/currency_code"),
                        detail.scalarAt(info + "custom_field")));
    }

    private static String hundredths(BigDecimal major) {
        return major.abs().movePointRight(2).toBigIntegerExact().toString();
    }

    private static String moment(String text) throws UnreadableException {
        Matcher moment = MOMENT.matcher(text);
        if (!moment.matches()) {
            throw Trees.missing("transaction_initiation_date");
        }
        String offset = moment.group(5).equals("Z") ? "+0000" : moment.group(5).replace(":", "");
        return moment.group(1) + "/" + moment.group(2) + "/" + moment.group(3) + " " + moment.group(4) + " " + offset;
    }

    /** PayPal writes {@code +0000}, without a colon. */
    private static String zoned(String text) {
        return text.matches(".*[+-][0-9]{4}")
                ? text.substring(0, text.length() - 2) + ":" + text.substring(text.length() - 2)
                : text;
    }

    private static void line(StringBuilder text, String type, Stream<String> fields) {
        text.append('"').append(type).append("\",");
        text.append(fields.map(field -> "\"" + field.replace("\"", "\"\"").replaceAll("[\\r\\n]", " ") + "\"")
                .collect(Collectors.joining(",")));
        text.append('\n');
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "PayPalTransactions[" + api.base() + "]";
    }
}
