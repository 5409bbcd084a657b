package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** Douyin mini-program guarantee payments: SHA-1 over the sorted values and a token; the content is JSON inside JSON. */
final class DouyinMini implements Scheme {
    private static final Answers ANSWERS = Answers.of(
            "application/json",
            "{\"err_no\":0,\"err_tips\":\"success\"}",
            "{\"err_no\":400,\"err_tips\":\"business fail\"}");
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);

    static final ProviderDefinition DEFINITION = Definition.signed(
            "douyin-mini",
            "Douyin mini-program payments (抖音小程序担保支付)",
            List.of(CredentialKey.required(
                    "secrets", Kind.SECRETS, "the token set for callbacks in the developer console")),
            DouyinMini::bound);

    private final List<String> tokens;
    private final EndpointOptions options;

    private DouyinMini(List<String> tokens, EndpointOptions options) {
        this.tokens = tokens;
        this.options = options;
    }

    private static Supplier<BoundProvider> bound(KeyReader reader, EndpointOptions options) {
        List<String> tokens = reader.secrets("secrets");
        return () -> {
            CallbackMaker maker = new Maker<>(
                    tokens.getFirst(),
                    () -> Forger.secret(tokens.getFirst()),
                    options.tolerance().isPresent(),
                    (event, url, at, token) -> made(options, event, url, at, token));
            return CodedProvider.of(new DouyinMini(tokens, options), ANSWERS, reader, Optional.of(maker));
        };
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        JsonValue outer = JsonReader.read(request.body());
        byte[] signature =
                Require.decoded(WireText.HEX, Require.signature(outer, "/msg_signature"), "member msg_signature");
        String timestamp = outer.scalarAt("/timestamp");
        String nonce = outer.scalarAt("/nonce");
        String message = outer.scalarAt("/msg");
        String token = tokens.stream()
                .filter(t -> MessageDigest.isEqual(digest(timestamp, nonce, message, t), signature))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MISMATCH,
                        "none of " + tokens.size() + " tokens signed the msg of " + message.length() + " characters"));
        if (options.tolerance().isPresent()) {
            Instant signedAt = Moments.epochSeconds(timestamp)
                    .orElseThrow(() -> new RefusedException(Reason.TIMESTAMP_MISSING, "the timestamp is no number"));
            Window.upTo(options.tolerance().get()).check(signedAt, at);
        }
        JsonValue content = JsonReader.read(message);
        Require.identity("appid", options.appId(), content.scalarAt("/appid"));
        Require.identity("seller_uid", options.merchantId(), content.scalarAt("/seller_uid"));
        PaymentEvent event = event(outer.scalarAt("/type"), content, message.getBytes(StandardCharsets.UTF_8));
        return new Judgement.Genuine(List.of(event), "", KeyReader.secretId(token), ANSWERS.success());
    }

    private static byte[] digest(String timestamp, String nonce, String message, String token) {
        String text = Stream.of(timestamp, nonce, message, token)
                .filter(value -> !value.isEmpty())
                .sorted()
                .collect(Collectors.joining());
        return HashAlgorithm.SHA1.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static PaymentEvent event(String type, JsonValue content, byte[] bytes) {
        String status = content.scalarAt("/status");
        boolean isDone = status.equals("SUCCESS");
        if (type.equals("refund")) {
            String refund = content.scalarAt("/refund_no");
            EventDraft draft = draft(refund, type, content, bytes)
                    .bizType("refund")
                    .transaction(refund)
                    .amount(content.scalarAt("/refund_amount"), AMOUNTS, "CNY");
            return (isDone ? draft.effect("refunded", refund) : draft).build(bytes);
        }
        boolean isPayment = type.equals("payment");
        String order = content.scalarAt("/order_id");
        String id = isPayment ? order : type + ":" + order + ":" + content.scalarAt("/settle_no");
        EventDraft draft = draft(order.isEmpty() ? "" : id, type, content, bytes)
                .bizType(isPayment ? "payment" : "notice")
                .transaction(order)
                .amount(content.scalarAt("/total_amount"), AMOUNTS, "CNY");
        return (isPayment && isDone ? draft.effect("paid", order) : draft).build(bytes);
    }

    private static EventDraft draft(String id, String type, JsonValue content, byte[] bytes) {
        return new EventDraft(EventIds.orDigest(id, bytes))
                .type(type)
                .order(content.scalarAt("/cp_orderno"))
                .status(content.scalarAt("/status"))
                .counting("content", Trees.without(content, Set.of("paid_at")))
                .occurredAt(Moments.epochSeconds(content.scalarAt("/paid_at")));
    }

    private static RawRequest made(EndpointOptions options, SampleEvent event, String url, Instant at, String token) {
        String type = event.type().isEmpty() ? "payment" : event.type();
        boolean isRefund = type.equals("refund");
        String message = "{\"appid\":" + Made.quoted(options.appId().orElse("tt0000000000000001"))
                + ",\"seller_uid\":" + Made.quoted(options.merchantId().orElse("70000000000000000001"))
                + ",\"cp_orderno\":" + Made.quoted(event.orderId())
                + (isRefund ? ",\"refund_no\":" : ",\"order_id\":") + Made.quoted(event.transactionId())
                + (isRefund ? ",\"refund_amount\":" : ",\"total_amount\":")
                + event.amountMinor().orElse(0)
                + ",\"status\":\"SUCCESS\",\"paid_at\":" + at.getEpochSecond() + "}";
        String timestamp = Long.toString(at.getEpochSecond());
        String nonce = Made.nonce(event, timestamp, 8);
        String signature = WireText.HEX.encode(digest(timestamp, nonce, message, token));
        return Made.json(
                url,
                List.of(),
                "{\"msg\":" + Made.quoted(message) + ",\"msg_signature\":\"" + signature + "\",\"nonce\":\"" + nonce
                        + "\",\"timestamp\":\"" + timestamp + "\",\"type\":" + Made.quoted(type) + "}");
    }
}
