package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tallygate.gateway.reconcile.StoredCertificate;
import tallygate.gateway.task.DiscrepancyQuery;

/** Shows certificates of a day, or what is not settled. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show the certificates of a bill day, or, without a day, what is not settled.",
        footer = {"", "Exit: 0 all complete (or nothing open), 1 not, 69 no database, 78 configuration."})
final class ReconcileShowCommand implements Callable<Integer> {
    private static final int SHOWN_MAX = 1000;
    private static final int PAGE = 200;

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
        if (day.isPresent()) {
            return reconciling.told(
                    api.get("/api/v1/certificates?day=" + day.get()), body -> certificates(body, day.get()));
        }
        List<OpenDifference> found = new ArrayList<>();
        String after = "";
        do {
            ApiAccess.Answer page = api.get("/api/v1/discrepancies?status=open&status=in_work&limit=" + PAGE + after);
            if (!page.isDone()) {
                return reconciling.told(page, _ -> Exit.OK);
            }
            page.body().path("items").forEach(item -> found.add(OpenDifference.of(item)));
            after = page.body().hasNonNull("next")
                    ? "&after=" + page.body().path("next").asText()
                    : "";
        } while (!after.isEmpty() && found.size() < SHOWN_MAX);
        return unsettled(found);
    }

    private int certificates(JsonNode body, LocalDate asked) {
        ArrayNode found = new ObjectMapper().createArrayNode();
        for (JsonNode item : body.path("items")) {
            found.addObject()
                    .put("digest", item.path("digest").asText())
                    .put("madeAt", item.path("madeAt").asText())
                    .set("certificate", item.path("certificate"));
        }
        return certificates(found, asked);
    }

    private int certificates(OfflineDatabase database, LocalDate asked) throws IOException {
        ArrayNode found = new ObjectMapper().createArrayNode();
        for (StoredCertificate one : database.stores().statements().certificates(asked)) {
            found.addObject()
                    .put("digest", one.digest())
                    .put("madeAt", one.madeAt().toString())
                    .set("certificate", new ObjectMapper().readTree(one.body()));
        }
        return certificates(found, asked);
    }

    private int certificates(ArrayNode found, LocalDate asked) {
        if (reconciling.asJson()) {
            reconciling.out().println(found);
        } else if (found.isEmpty()) {
            reconciling.out().println("no certificate of " + asked + ": run reconcile run first");
        }
        boolean isComplete = !found.isEmpty();
        for (JsonNode one : found) {
            isComplete &= one.path("certificate").path("complete").asBoolean();
            if (!reconciling.asJson()) {
                reconciling
                        .out()
                        .println(CertificateText.of(
                                one.path("certificate"), one.path("digest").asText()));
            }
        }
        return isComplete ? Exit.OK : Exit.REFUSED;
    }

    private int unsettled(OfflineDatabase database) {
        return unsettled(database.stores().discrepancies().list(DiscrepancyQuery.unsettled(SHOWN_MAX)).stream()
                .map(OpenDifference::of)
                .toList());
    }

    private int unsettled(List<OpenDifference> found) {
        if (reconciling.asJson()) {
            ArrayNode all = new ObjectMapper().createArrayNode();
            found.forEach(one -> all.add(one.json()));
            reconciling.out().println(all);
        } else if (found.isEmpty()) {
            reconciling.out().println("nothing is open");
        } else {
            found.forEach(one -> reconciling.out().println(one.text()));
        }
        return found.isEmpty() ? Exit.OK : Exit.REFUSED;
    }
}
