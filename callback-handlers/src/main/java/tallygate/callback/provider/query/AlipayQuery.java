package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.SignatureMaker;
import tallygate.signature.SignatureVerifier;
import tallygate.signature.SigningKey;
import tallygate.signature.VerificationKey;

/**
 * Alipay's trades ({@code alipay.trade.query}). {@code TRADE_CLOSED} is either never paid or wholly refunded; the time of payment
 * tells them apart. A trade that does not exist may still be paid: a code that nobody has scanned yet is none.
 */
record AlipayQuery(AlipayApi alipay) implements StateQuery {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final PublicKeyAlgorithm ALGORITHM = PublicKeyAlgorithm.RSA_SHA256;
    private static final String NODE = "alipay_trade_query_response";
    private static final Set<String> PAID = Set.of("TRADE_SUCCESS", "TRADE_FINISHED");
    private static final Set<String> OUR_FAULTS = Set.of("40001", "40002", "40003", "40006");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final String KEY = "app-private-key";

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "alipay",
            List.of(
                    QueryDefinition.secret(KEY, "the application's own private key: for reconciliation"),
                    QueryDefinition.plain(
                            "app-certificate",
                            "in certificate mode: the application's certificate (appCertPublicKey.crt)")),
            AlipayQuery::bound);

    private static Queries bound(ApiKeys keys) {
        Api api = keys.api("https://openapi.alipay.com", "https://openapi-sandbox.dl.alipaydev.com");
        if (!keys.has(KEY)) {
            return Queries.NONE;
        }
        if (keys.text("app-id").isEmpty()) {
            keys.problem("app-id", "is missing: Alipay is asked in the application's name");
            return Queries.NONE;
        }
        Map<String, String> common = new HashMap<>(Map.of("app_id", keys.text("app-id")));
        if (!keys.text("app-certificate").isEmpty()) {
            keys.read("app-certificate", () -> AlipayApi.number(ProviderCertificate.read(keys.text("app-certificate"))))
                    .ifPresent(number -> common.put("app_cert_sn", number));
            common.put("alipay_root_cert_sn", rootNumbers(keys));
        }
        List<SignatureVerifier> verifiers = verifiers(keys);
        Optional<SignatureMaker> maker = keys.read(KEY, () -> ALGORITHM.maker(SigningKey.read(keys.text(KEY))));
        if (maker.isPresent() && isOurs(maker.get(), verifiers)) {
            keys.problem(
                    "public-key",
                    "is the public half of " + KEY + ": our application's key, which signs no notice. Copy Alipay's"
                            + " public key (支付宝公钥) from the console instead");
            return Queries.NONE;
        }
        return maker.map(by -> new AlipayApi(api, common, by, verifiers))
                .map(alipay -> Queries.of(new AlipayQuery(alipay)).with(new AlipayBills(alipay)))
                .orElse(Queries.NONE);
    }

    /** Paying works with such a mix-up and every notice is refused, so it is told at the start. */
    private static boolean isOurs(SignatureMaker maker, List<SignatureVerifier> verifiers) {
        byte[] probe = "whose key is this?".getBytes(StandardCharsets.UTF_8);
        byte[] signature = maker.sign(probe);
        return verifiers.stream().anyMatch(verifier -> verifier.verify(probe, signature));
    }

    /** Of the roots with RSA keys; the others are for Chinese cryptography and are not named. */
    private static String rootNumbers(ApiKeys keys) {
        return keys.credentials().texts("root-certificate").stream()
                .flatMap(text -> keys.readQuietly(() -> ProviderCertificate.readAll(text)).stream())
                .flatMap(List::stream)
                .filter(root ->
                        keys.readQuietly(() -> root.key(ALGORITHM.family())).isPresent())
                .map(AlipayApi::number)
                .collect(Collectors.joining("_"));
    }

    private static List<SignatureVerifier> verifiers(ApiKeys keys) {
        List<SignatureVerifier> verifiers = new ArrayList<>();
        for (String text : keys.credentials().texts("public-key")) {
            keys.readQuietly(() -> ALGORITHM.verifier(VerificationKey.read(ALGORITHM.family(), text)))
                    .ifPresent(verifiers::add);
        }
        for (String text : keys.credentials().texts("certificate")) {
            keys.readQuietly(() -> ALGORITHM.verifier(
                            ProviderCertificate.readAll(text).getFirst().key(ALGORITHM.family())))
                    .ifPresent(verifiers::add);
        }
        return verifiers;
    }

    @Override
    public Set<String> openTypes() {
        return Set.of("trade_status_sync", "trade.WAIT_BUYER_PAY");
    }

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        boolean isByTrade = !subject.transactionId().isEmpty();
        String number = isByTrade ? subject.transactionId() : subject.orderId();
        if (number.isEmpty()) {
            return new Found.NotAskable("Alipay is asked by trade or order number");
        }
        String content = "{\"" + (isByTrade ? "trade_no" : "out_trade_no") + "\":"
                + JsonWriter.write(new JsonValue.Text(number)) + "}";
        return Asked.state(alipay.call("alipay.trade.query", content, tools), tools, this::read);
    }

    private Found read(Asked.Got got) throws UnreadableException {
        Optional<byte[]> node = alipay.signedNode(got, NODE);
        if (node.isEmpty()) {
            String code = got.json().scalarAt("/error_response/code");
            return new Found.Failed(
                    "Alipay's answer (HTTP " + got.status() + ", code " + code + ") carries no signature that fits",
                    OUR_FAULTS.contains(code),
                    Optional.empty());
        }
        JsonValue trade = JsonReader.read(node.get());
        String code = trade.scalarAt("/code");
        String detail = trade.scalarAt("/sub_code");
        if (detail.equals("ACQ.TRADE_NOT_EXIST")) {
            return new Found.NoSuch("Alipay knows no such trade (yet)");
        }
        if (!code.equals("10000")) {
            return new Found.Failed(
                    "Alipay answered " + code + " " + detail, OUR_FAULTS.contains(code), Optional.empty());
        }
        return new Found.Known(standing(trade), List.of(event(trade, node.get())));
    }

    private static PaymentEvent event(JsonValue trade, byte[] node) {
        String number = trade.scalarAt("/trade_no");
        String status = trade.scalarAt("/trade_status");
        EventDraft draft = new EventDraft(number + ":" + status)
                .type("trade." + status)
                .order(trade.scalarAt("/out_trade_no"))
                .transaction(number)
                .status(status)
                .amount(trade.scalarAt("/total_amount"), AMOUNTS, "CNY")
                .occurredAt(time(trade.scalarAt("/send_pay_date")));
        return (PAID.contains(status) ? draft.effect("paid", number) : draft).build(node);
    }

    private static Standing standing(JsonValue trade) {
        String status = trade.scalarAt("/trade_status");
        if (PAID.contains(status)) {
            return Standing.PAID;
        }
        if (status.equals("TRADE_CLOSED")) {
            return trade.scalarAt("/send_pay_date").isEmpty() ? Standing.ENDED_UNPAID : Standing.PAID_THEN_REFUNDED;
        }
        return Standing.OPEN;
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.ofHours(8)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
