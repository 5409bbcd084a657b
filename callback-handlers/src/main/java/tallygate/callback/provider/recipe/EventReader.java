package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.read.BusinessDigest;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;

/** Reads the events of a request that is proven, by a definition's rules. */
final class EventReader {
    private final EventRule rule;

    EventReader(EventRule rule) {
        this.rule = rule;
    }

    /**
     * @param isBodySigned true when the whole body is proven, so that what cannot be read is kept for a person
     * @throws UnreadableException when the content must not be interpreted
     */
    List<PaymentEvent> read(Scope scope, boolean isBodySigned) throws UnreadableException {
        scope.innerFrom(rule.inner());
        try {
            checkForm(scope);
            return rule.each().isEmpty()
                    ? List.of(event(scope, scope.request().body(), isBodySigned))
                    : batch(scope, rule.each().get(), isBodySigned);
        } catch (UnreadableException e) {
            boolean isNothing = scope.request().body().length == 0;
            if (e.kind() == UnreadableException.Kind.REFUSED || isNothing || !isBodySigned) {
                throw e;
            }
            return List.of(unreadable(scope.request().body()));
        }
    }

    private void checkForm(Scope scope) throws UnreadableException {
        switch (rule.body()) {
            case JSON -> scope.json();
            case FORM -> refuseRepeated(scope.form().repeated());
            case JSON_OR_FORM -> scope.fields();
            case QUERY -> refuseRepeated(scope.query().repeated());
        }
    }

    private static void refuseRepeated(Optional<String> repeated) throws UnreadableException {
        if (repeated.isPresent()) {
            throw UnreadableException.refused("a form field stands twice: which one counts?");
        }
    }

    private List<PaymentEvent> batch(Scope scope, Batch batch, boolean isBodySigned) throws UnreadableException {
        Optional<List<JsonValue>> items = batch.in(scope.json());
        if (items.isEmpty()) {
            throw UnreadableException.notThisForm("the body holds no list of events");
        }
        List<PaymentEvent> events = new ArrayList<>();
        for (JsonValue item : items.get()) {
            scope.item(item);
            events.add(event(scope, JsonWriter.write(item).getBytes(StandardCharsets.UTF_8), isBodySigned));
        }
        scope.item(null);
        return events;
    }

    private PaymentEvent event(Scope scope, byte[] content, boolean isBodySigned) throws UnreadableException {
        EventRule.Fields fields = rule.fields();
        String type = remembered(scope, "type", fields.type());
        String status = remembered(scope, "status", fields.status());
        String order = remembered(scope, "order", fields.order());
        String transaction = remembered(scope, "transaction", fields.transaction());
        String id = fields.id().text(scope);
        if (id.isEmpty() && !isBodySigned) {
            throw UnreadableException.refused("names no event, and the signature does not cover the whole body");
        }
        EventDraft draft = new EventDraft(id.isEmpty() ? idOf(scope, content) : id)
                .type(type)
                .status(status)
                .order(order)
                .transaction(transaction);
        String bizType = fields.bizType().text(scope);
        draft.bizType(bizType.isEmpty() ? "payment" : bizType);
        amount(scope, draft);
        time(scope, draft);
        digest(scope, draft);
        effect(scope, draft);
        if (isHeldTest(scope)) {
            draft.hold("test");
        }
        return draft.build(content);
    }

    private static String remembered(Scope scope, String name, Choice choice) throws UnreadableException {
        String text = choice.text(scope);
        scope.event(name, text);
        return text;
    }

    private void amount(Scope scope, EventDraft draft) throws UnreadableException {
        for (EventRule.AmountChoice choice : rule.amounts()) {
            if (choice.when().holds(scope)) {
                String text = choice.value().text(scope);
                if (!text.isEmpty()) {
                    scope.event("amount", text);
                    draft.amount(text, choice.rule(), choice.currency().text(scope));
                    return;
                }
            }
        }
    }

    private void time(Scope scope, EventDraft draft) throws UnreadableException {
        for (EventRule.TimeChoice choice : rule.times()) {
            Optional<String> text = choice.value().ifWhole(scope);
            if (text.isPresent()) {
                draft.occurredAt(choice.unit().read(text.get()));
                return;
            }
        }
    }

    private void digest(Scope scope, EventDraft draft) throws UnreadableException {
        for (int i = 0; i < rule.digest().size(); i++) {
            Template part = rule.digest().get(i);
            String name = Integer.toString(i);
            Optional<Sources.Pointer> pointer = part.solePointer();
            Optional<JsonValue> tree = pointer.isPresent() ? pointer.get().value(scope) : Optional.empty();
            if (tree.isPresent()) {
                draft.counting(name, tree.get());
            } else {
                draft.counting(name, part.text(scope));
            }
        }
    }

    private void effect(Scope scope, EventDraft draft) throws UnreadableException {
        for (EventRule.EffectChoice choice : rule.effects()) {
            if (choice.when().holds(scope)) {
                draft.effect(choice.kind(), choice.reference().text(scope));
                return;
            }
        }
    }

    private boolean isHeldTest(Scope scope) throws UnreadableException {
        if (!scope.endpoint().options().environment().holdsTestEvents()) {
            return false;
        }
        for (Condition mark : rule.test()) {
            if (mark.holds(scope)) {
                return true;
            }
        }
        return false;
    }

    /** The identity of an event that names none: of what it says, whatever the order of its members. */
    private static String idOf(Scope scope, byte[] content) {
        try {
            byte[] digest = new BusinessDigest().add("", scope.item()).bytes();
            return "sha256:" + java.util.HexFormat.of().formatHex(digest);
        } catch (UnreadableException e) {
            byte[] query = scope.request().query().getBytes(StandardCharsets.UTF_8);
            return "sha256:" + HashAlgorithm.SHA256.hex(content, query);
        }
    }

    /** Signed, but not in a form that can be read: kept for a person, because the provider will not say it otherwise. */
    private static PaymentEvent unreadable(byte[] content) {
        return new EventDraft("sha256:" + HashAlgorithm.SHA256.hex(content))
                .bizType("notice")
                .counting("content", HashAlgorithm.SHA256.hex(content))
                .hold("unreadable")
                .build(content);
    }
}
