package tallygate.callback.provider.query;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tallygate.callback.PaymentEvent;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;

/**
 * GMO Payment Gateway's trades ({@code SearchTrade}, {@code SearchTradeMulti} for other means than cards): asked by order, believed
 * when the trade has the access id of the notice. A changed amount keeps the status, so the amount is part of the identity.
 */
record GmoQuery(Api api, String shopId, String shopPassword) implements StateQuery {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final Charset SHIFT_JIS = Charset.forName("Windows-31J");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT);
    private static final ZoneOffset JAPAN = ZoneOffset.ofHours(9);
    private static final String CARD = "0";
    private static final Map<String, Standing> STANDINGS = Map.of(
            "CAPTURE", Standing.PAID,
            "SALES", Standing.PAID,
            "PAYSUCCESS", Standing.PAID,
            "VOID", Standing.PAID_THEN_REFUNDED,
            "RETURN", Standing.PAID_THEN_REFUNDED,
            "RETURNX", Standing.PAID_THEN_REFUNDED,
            "CANCEL", Standing.ENDED_UNPAID,
            "EXPIRED", Standing.ENDED_UNPAID,
            "PAYFAIL", Standing.ENDED_UNPAID,
            "UNPROCESSED", Standing.OPEN);

    static final QueryDefinition DEFINITION = new QueryDefinition(
            "gmo-pg",
            List.of(
                    QueryDefinition.plain("shop-id", "the shop id (ショップID): trades are searched in its name"),
                    QueryDefinition.secret("shop-password", "the shop's password (ショップパスワード)")),
            keys -> {
                Api api = keys.api("https://p01.mul-pay.jp", "https://pt01.mul-pay.jp");
                return keys.has("shop-id", "shop-password")
                        ? Queries.of(new GmoQuery(api, keys.text("shop-id"), keys.text("shop-password")))
                        : Queries.NONE;
            });

    @Override
    public Found ask(Subject subject, QueryTools tools) throws InterruptedException {
        if (subject.orderId().isEmpty()) {
            return new Found.NotAskable("GMO is asked by order, and the notice names none");
        }
        FormFields notice;
        try {
            notice = FormFields.decode(subject.request().body(), SHIFT_JIS);
        } catch (UnreadableException e) {
            return new Found.NotAskable("the notice is no form");
        }
        String means = notice.text("PayType");
        boolean isCard = means.isEmpty() || means.equals(CARD);
        String resource = isCard ? "/payment/SearchTrade.idPass" : "/payment/SearchTradeMulti.idPass";
        String body =
                Map.of("ShopID", shopId, "ShopPass", shopPassword, "OrderID", subject.orderId()).entrySet().stream()
                                .map(field -> field.getKey() + "=" + Api.encoded(field.getValue()))
                                .collect(Collectors.joining("&"))
                        + (isCard ? "" : "&PayType=" + Api.encoded(means));
        return Asked.state(
                OutboundRequest.post(api.at(resource), "application/x-www-form-urlencoded", body),
                tools,
                got -> read(got, subject.orderId(), notice.text("AccessID")));
    }

    private static Found read(Asked.Got got, String order, String accessId) throws UnreadableException {
        FormFields trade = FormFields.decode(got.body(), SHIFT_JIS);
        String error = trade.text("ErrInfo");
        if (error.contains("E01110002")) {
            return new Found.NoSuch("GMO knows no such order of this shop");
        }
        String status = trade.text("Status");
        if (!error.isEmpty() || status.isEmpty()) {
            boolean isOurs = error.contains("E01010") || error.contains("E01030002");
            return new Found.Failed(
                    "GMO answered HTTP " + got.status() + " " + error.replaceAll("[^A-Z0-9|]", ""),
                    isOurs,
                    Optional.empty());
        }
        String access = trade.text("AccessID");
        if (!accessId.isEmpty() && !access.equals(accessId)) {
            return new Found.NoSuch("the order's trade has another access id than the notice");
        }
        return new Found.Known(
                STANDINGS.getOrDefault(status, Standing.IN_PROGRESS), List.of(event(trade, order, access, status)));
    }

    private static PaymentEvent event(FormFields trade, String order, String access, String status) {
        String amount = trade.text("Amount");
        String reference = access + ":" + amount;
        Standing standing = STANDINGS.getOrDefault(status, Standing.IN_PROGRESS);
        boolean isBack = standing == Standing.PAID_THEN_REFUNDED;
        EventDraft draft = new EventDraft(access + ":" + status + ":" + amount)
                .type(status)
                .bizType(isBack ? "refund" : "payment")
                .order(order)
                .transaction(trade.text("TranID"))
                .status(status)
                // GMO trades in yen and names no currency here.
                .amount(amount, AMOUNTS, "JPY")
                .counting("access", access)
                .occurredAt(time(trade.text("ProcessDate")));
        if (standing == Standing.PAID) {
            draft.effect("paid", reference);
        } else if (isBack) {
            draft.effect("refunded", reference);
        }
        // As it stands, less the passwords that GMO sends along.
        String content = trade.fields().stream()
                .filter(field -> !field.name().endsWith("Pass"))
                .map(field -> field.name() + "=" + Api.encoded(field.value()))
                .collect(Collectors.joining("&"));
        return draft.build(content.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text, TIME).toInstant(JAPAN));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "GmoQuery[" + api.base() + "]";
    }
}
