package tallygate.callback.provider.query;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.CertificateDownload;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.AeadCipher;
import tallygate.signature.AesGcm;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.SignatureVerifier;
import tallygate.signature.SigningKey;
import tallygate.signature.Sm4Gcm;
import tallygate.signature.VerificationKey;

/**
 * WeChat Pay's orders and refunds (API v3). {@code REFUND} means paid, and a refund was begun. An order that nobody paid answers
 * only to the merchant's number.
 */
record WechatQuery(WechatApi wechat) implements StateQuery {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);
    private static final String MERCHANT_ID = "merchant-id";
    private static final String SERIAL = "merchant-serial";
    private static final String KEY = "merchant-private-key";
    private static final int SM4_KEY_BYTES = 16;
    private static final Set<String> PAID = Set.of("SUCCESS", "REFUND");
    private static final Set<String> ENDED = Set.of("CLOSED", "REVOKED", "PAYERROR");

    static final QueryDefinition DEFINITION = definition(new Dialect(
            "wechatpay-v3",
            "WECHATPAY2-SHA256-RSA2048",
            PublicKeyAlgorithm.RSA_SHA256,
            "/v3/certificates",
            AesGcm::new));
    static final QueryDefinition DEFINITION_SM = definition(new Dialect(
            "wechatpay-v3-sm",
            "WECHATPAY2-SM2-WITH-SM3",
            PublicKeyAlgorithm.SM2_SM3,
            "/v3/certificates?algorithm_type=SM2",
            key -> new Sm4Gcm(Arrays.copyOf(HashAlgorithm.SM3.of(key), SM4_KEY_BYTES))));

    /** What differs between the usual and the Chinese cryptography. */
    private record Dialect(
            String provider,
            String scheme,
            PublicKeyAlgorithm algorithm,
            String certificates,
            Function<byte[], AeadCipher> cipher) {}

    private static QueryDefinition definition(Dialect dialect) {
        return new QueryDefinition(
                dialect.provider,
                List.of(
                        QueryDefinition.plain(
                                SERIAL, "the serial number of the merchant's own API certificate: for reconciliation"),
                        QueryDefinition.secret(KEY, "the merchant's own API private key (apiclient_key.pem)"),
                        QueryDefinition.DOWNLOAD),
                keys -> bound(keys, dialect));
    }

    private static Queries bound(ApiKeys keys, Dialect dialect) {
        boolean downloads = keys.downloadsCertificates();
        Optional<WechatApi> wechat = wechat(keys, dialect.scheme, dialect.algorithm);
        if (downloads && wechat.isEmpty() && keys.problems().isEmpty()) {
            keys.problem(
                    CertificateDownload.KEY,
                    "needs merchant-id, " + SERIAL + " and " + KEY + " to ask in the merchant's name");
        }
        if (wechat.isEmpty()) {
            return Queries.NONE;
        }
        byte[] apiKey = keys.text("api-v3-key").getBytes(StandardCharsets.UTF_8);
        Optional<CertificateSource> source = downloads
                ? keys.readQuietly(() -> dialect.cipher.apply(apiKey))
                        .map(cipher ->
                                new WechatCertificates(wechat.get(), dialect.algorithm, cipher, dialect.certificates))
                : Optional.empty();
        return Queries.of(new WechatQuery(wechat.get())).with(source).with(new WechatBills(wechat.get()));
    }

    /** The API with the merchant's credentials; nothing without them. */
    static Optional<WechatApi> wechat(ApiKeys keys, String scheme, PublicKeyAlgorithm algorithm) {
        Api api = keys.api(WechatApi.LIVE, WechatApi.LIVE);
        if (!keys.has(SERIAL, KEY)) {
            return Optional.empty();
        }
        if (keys.text(MERCHANT_ID).isEmpty()) {
            keys.problem(MERCHANT_ID, "is missing: WeChat Pay is asked in the merchant's name");
            return Optional.empty();
        }
        return keys.read(KEY, () -> algorithm.maker(SigningKey.read(keys.text(KEY))))
                .map(maker -> new WechatApi(
                        api,
                        scheme,
                        new WechatApi.Merchant(keys.text(MERCHANT_ID), keys.text(SERIAL), maker),
                        platform(keys, algorithm)));
    }

    /** The keys that verify callbacks verify answers too. What is wrong with them is told where callbacks are bound. */
    private static Map<String, SignatureVerifier> platform(ApiKeys keys, PublicKeyAlgorithm algorithm) {
        Map<String, SignatureVerifier> platform = new HashMap<>();
        keys.credentials()
                .byId("public-keys")
                .forEach((id, text) -> keys.readQuietly(
                                () -> algorithm.verifier(VerificationKey.read(algorithm.family(), text)))
                        .ifPresent(verifier -> platform.put(WechatApi.spelled(id), verifier)));
        keys.credentials()
                .byId("certificates")
                .forEach((id, text) -> keys.readQuietly(() -> algorithm.verifier(
                                ProviderCertificate.read(text).key(algorithm.family())))
                        .ifPresent(verifier -> platform.put(WechatApi.spelled(id), verifier)));
        return platform;
    }

    @Override
    public Set<String> openTypes() {
        return Set.of("TRANSACTION.USERPAYING", "TRANSACTION.ACCEPT", "TRANSACTION.NOTPAY");
    }

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        String merchant = "?mchid=" + Api.encoded(wechat.merchant().id());
        if (!subject.orderId().isEmpty()) {
            return asked(
                    "/v3/pay/transactions/out-trade-no/" + Api.encoded(subject.orderId()) + merchant,
                    tools,
                    WechatQuery::payment);
        }
        if (!subject.transactionId().isEmpty()) {
            return asked(
                    "/v3/pay/transactions/id/" + Api.encoded(subject.transactionId()) + merchant,
                    tools,
                    WechatQuery::payment);
        }
        return new Found.NotAskable("WeChat Pay is asked by order or transaction number");
    }

    private Found asked(String resource, QueryTools tools, Asked.Reader reader) throws InterruptedException {
        return Asked.state(wechat.get(resource, tools), tools, got -> {
            Optional<String> objection = wechat.objection(got, tools.clock().instant());
            return objection.isPresent() ? Found.Failed.later("WeChat Pay: " + objection.get()) : reader.read(got);
        });
    }

    private static Found payment(Asked.Got got) throws UnreadableException {
        JsonValue order = got.json();
        if (got.status() == 404
                && Set.of("ORDER_NOT_EXIST", "ORDERNOTEXIST", "RESOURCE_NOT_EXISTS")
                        .contains(order.scalarAt("/code"))) {
            return new Found.NoSuch("WeChat Pay knows no such order of this merchant");
        }
        String state = order.scalarAt("/trade_state");
        if (!got.isFound() || state.isEmpty()) {
            return Found.Failed.later(
                    "WeChat Pay answered HTTP " + got.status() + " " + order.scalarAt("/code") + " without the order");
        }
        String number = Trees.first(order, "/transaction_id", "/out_trade_no");
        String currency = order.scalarAt("/amount/currency");
        EventDraft draft = new EventDraft(number + ":" + state)
                .type("TRANSACTION." + state)
                .order(order.scalarAt("/out_trade_no"))
                .transaction(order.scalarAt("/transaction_id"))
                .status(state)
                .amount(order.scalarAt("/amount/total"), AMOUNTS, currency.isEmpty() ? "CNY" : currency)
                .occurredAt(Moments.iso(order.scalarAt("/success_time")));
        PaymentEvent event = (PAID.contains(state) ? draft.effect("paid", order.scalarAt("/transaction_id")) : draft)
                .build(got.body());
        return new Found.Known(standing(state), List.of(event));
    }

    private static Standing standing(String state) {
        if (PAID.contains(state)) {
            return state.equals("SUCCESS") ? Standing.PAID : Standing.PAID_THEN_REFUNDED;
        }
        if (ENDED.contains(state)) {
            return Standing.ENDED_UNPAID;
        }
        return state.equals("NOTPAY") ? Standing.OPEN : Standing.IN_PROGRESS;
    }
}
