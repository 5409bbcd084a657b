package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import tallygate.gateway.task.DiscrepancyRow;

/** A discrepancy to be shown, whether the database or a running gateway's API was asked. */
record OpenDifference(ObjectNode json) {
    static OpenDifference of(DiscrepancyRow row) {
        ObjectNode node = node().put("id", row.id())
                .put("kind", row.finding().kind())
                .put("account", row.finding().source())
                .put("reference", row.finding().reference())
                .put("orderId", row.finding().bizId())
                .put("currency", row.finding().currency())
                .put("detail", row.finding().detail())
                .put("status", row.status().name().toLowerCase(Locale.ROOT))
                .put("owner", row.owner())
                .put("note", row.note())
                .put("openedAt", row.openedAt().toString());
        row.finding().oursMinor().ifPresent(minor -> node.put("oursMinor", minor));
        row.finding().theirsMinor().ifPresent(minor -> node.put("theirsMinor", minor));
        return new OpenDifference(node);
    }

    /** From the API's view of it. */
    static OpenDifference of(JsonNode view) {
        ObjectNode node = node().put("id", view.path("id").asLong())
                .put("kind", view.path("kind").asText())
                .put("account", view.path("source").asText())
                .put("reference", view.path("reference").asText())
                .put("orderId", view.path("bizId").asText());
        for (String same : new String[] {"currency", "detail", "status", "owner", "note", "openedAt"}) {
            node.put(same, view.path(same).asText());
        }
        for (String amount : new String[] {"oursMinor", "theirsMinor"}) {
            if (view.path(amount).isNumber()) {
                node.put(amount, view.path(amount).asLong());
            }
        }
        return new OpenDifference(node);
    }

    private static ObjectNode node() {
        return new ObjectMapper().createObjectNode();
    }

    /** One line for people. */
    String text() {
        String owner = text("owner");
        return "#" + text("id") + " " + text("kind") + " " + text("account") + " " + text("reference") + " order "
                + text("orderId") + " ours " + amount("oursMinor") + " theirs " + amount("theirsMinor") + " "
                + text("currency") + (owner.isEmpty() ? "" : " owner " + owner) + ": " + text("detail");
    }

    private String text(String name) {
        return json.path(name).asText();
    }

    private String amount(String name) {
        return json.has(name) ? text(name) : "-";
    }
}
