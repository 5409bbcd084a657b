package tallygate.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tallygate.gateway.reconcile.StoredCertificate;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.DiscrepancyRow;

/** Shows certificates of a day, or what is not settled. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show the certificates of a bill day, or, without a day, what is not settled.",
        footer = {"", "Exit: 0 all complete (or nothing open), 1 not, 69 no database, 78 configuration."})
final class ReconcileShowCommand implements Callable<Integer> {
    private static final int SHOWN_MAX = 1000;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private Reconciling reconciling;

    @Option(names = "--day", description = "The bill day, as 2026-03-01.")
    private Optional<LocalDate> day = Optional.empty();

    @Override
    public Integer call() throws InterruptedException {
        return reconciling.run(
                database -> day.isPresent() ? certificates(database, day.get()) : unsettled(database), this::ask);
    }

    private int ask(ApiAccess api) throws ApiAccess.Unreachable {
        ApiAccess.Answer answer = day.isPresent()
                ? api.get("/api/v1/certificates?day=" + day.get())
                : api.get("/api/v1/discrepancies?status=open&status=assigned&limit=200");
        return reconciling.told(answer, body -> {
            JsonNode items = body.path("items");
            if (reconciling.asJson()) {
                reconciling.out().println(items);
            } else {
                items.forEach(item -> reconciling.out().println(item));
            }
            boolean isGood = day.isEmpty() ? items.isEmpty() : !items.isEmpty();
            for (JsonNode item : items) {
                isGood &= day.isEmpty() || item.path("complete").asBoolean();
            }
            return isGood ? Exit.OK : Exit.REFUSED;
        });
    }

    private int certificates(OfflineDatabase database, LocalDate asked) throws IOException {
        List<StoredCertificate> found = database.stores().statements().certificates(asked);
        if (reconciling.asJson()) {
            reconciling.out().println(json(found));
        } else if (found.isEmpty()) {
            reconciling.out().println("no certificate of " + asked + ": run reconcile run first");
        } else {
            found.forEach(one -> reconciling.out().println(CertificateText.of(one.body(), one.digest())));
        }
        boolean isComplete = !found.isEmpty() && found.stream().allMatch(StoredCertificate::isComplete);
        return isComplete ? Exit.OK : Exit.REFUSED;
    }

    private static String json(List<StoredCertificate> certificates) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        ArrayNode all = mapper.createArrayNode();
        for (StoredCertificate one : certificates) {
            all.addObject()
                    .put("digest", one.digest())
                    .put("madeAt", one.madeAt().toString())
                    .set("certificate", mapper.readTree(one.body()));
        }
        return all.toString();
    }

    private int unsettled(OfflineDatabase database) {
        List<DiscrepancyRow> rows = database.stores().discrepancies().list(DiscrepancyQuery.unsettled(SHOWN_MAX));
        ArrayNode all = new ObjectMapper().createArrayNode();
        for (DiscrepancyRow row : rows) {
            if (reconciling.asJson()) {
                all.add(json(row));
            } else {
                reconciling.out().println(text(row));
            }
        }
        if (reconciling.asJson()) {
            reconciling.out().println(all);
        } else if (rows.isEmpty()) {
            reconciling.out().println("nothing is open");
        }
        return rows.isEmpty() ? Exit.OK : Exit.REFUSED;
    }

    private static String text(DiscrepancyRow row) {
        return "#" + row.id() + " " + row.finding().kind() + " " + row.finding().source() + " "
                + row.finding().reference() + " order " + row.finding().bizId() + " ours "
                + amount(row.finding().oursMinor()) + " theirs "
                + amount(row.finding().theirsMinor()) + " " + row.finding().currency()
                + (row.owner().isEmpty() ? "" : " owner " + row.owner()) + ": "
                + row.finding().detail();
    }

    private static String amount(java.util.OptionalLong minor) {
        return minor.isPresent() ? Long.toString(minor.getAsLong()) : "-";
    }

    private static ObjectNode json(DiscrepancyRow row) {
        ObjectNode node = new ObjectMapper()
                .createObjectNode()
                .put("id", row.id())
                .put("kind", row.finding().kind())
                .put("account", row.finding().source())
                .put("reference", row.finding().reference())
                .put("statement", row.finding().statement())
                .put("orderId", row.finding().bizId())
                .put("currency", row.finding().currency())
                .put("detail", row.finding().detail())
                .put("status", row.status().name().toLowerCase(java.util.Locale.ROOT))
                .put("owner", row.owner())
                .put("note", row.note())
                .put("openedAt", row.openedAt().toString());
        row.finding().oursMinor().ifPresent(minor -> node.put("oursMinor", minor));
        row.finding().theirsMinor().ifPresent(minor -> node.put("theirsMinor", minor));
        row.finding().task().ifPresent(task -> node.put("taskId", Long.toString(task)));
        return node;
    }
}
