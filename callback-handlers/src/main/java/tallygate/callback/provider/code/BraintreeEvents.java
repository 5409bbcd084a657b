package tallygate.callback.provider.code;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.Moments;
import tallygate.callback.provider.read.XmlElement;

/** Reads Braintree's notifications. They have no id: kind, subject and time of making stand for it. */
final class BraintreeEvents {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final Set<String> PAID = Set.of("transaction_settled", "subscription_charged_successfully");

    private BraintreeEvents() {}

    static PaymentEvent read(XmlElement notification, byte[] content) {
        String kind = notification.textAt("kind");
        String made = notification.textAt("timestamp");
        Optional<XmlElement> subject = notification.children().stream()
                .filter(child -> child.name().equals("subject"))
                .flatMap(child -> child.children().stream())
                .findFirst();
        String id = subject.map(s -> s.textAt("id")).orElse("");
        XmlElement body = subject.orElse(notification);
        XmlElement transaction = transaction(body);
        String eventId = kind.isEmpty() || made.isEmpty() ? "" : kind + ":" + id + ":" + made;
        EventDraft draft = new EventDraft(EventIds.orDigest(eventId, content))
                .type(kind)
                .bizType(bizType(kind, body))
                .order(first(transaction, "order-id", "transaction/order-id"))
                .transaction(id)
                .status(body.textAt("status"))
                .amount(transaction.textAt("amount"), AMOUNTS, transaction.textAt("currency-iso-code"))
                .occurredAt(Moments.iso(made));
        if (PAID.contains(kind)) {
            draft.bizType("payment").effect("paid", transaction.textAt("id"));
        }
        return draft.build(content);
    }

    private static String bizType(String kind, XmlElement subject) {
        if (kind.startsWith("dispute_")) {
            return "dispute";
        }
        return subject.name().equals("transaction") ? "payment" : "notice";
    }

    /** The transaction that the subject is, or the newest one inside it. */
    private static XmlElement transaction(XmlElement subject) {
        if (subject.name().equals("subscription")) {
            return subject.children().stream()
                    .filter(child -> child.name().equals("transactions"))
                    .flatMap(child -> child.children().stream())
                    .findFirst()
                    .orElse(subject);
        }
        return subject;
    }

    private static String first(XmlElement element, String... paths) {
        for (String path : paths) {
            String found = element.textAt(path);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    /** The time of making stands for the event's id, so it must not differ between two deliveries. */
    static String sample(SampleEvent event, Instant at) {
        String kind = event.type().isEmpty() ? "transaction_settled" : event.type();
        String currency = event.currency().isEmpty() ? "USD" : event.currency();
        return "<notification><timestamp type=\"datetime\">" + at.truncatedTo(ChronoUnit.DAYS) + "</timestamp><kind>"
                + kind + "</kind><subject><transaction><id>" + event.transactionId()
                + "</id><status>settled</status><amount>"
                + AMOUNTS.text(event.amountMinor().orElse(0), currency) + "</amount><currency-iso-code>" + currency
                + "</currency-iso-code><order-id>" + event.orderId()
                + "</order-id></transaction></subject></notification>\n";
    }
}
