package tallygate.gateway.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one endpoint's day came to, held against the provider's statement. Says plainly when it is not complete. Holds nothing
 * but the facts: the same facts give the same bytes.
 *
 * @param digest SHA-256 of the JSON in hex
 */
public record Certificate(
        String endpoint, String source, LocalDate day, boolean isComplete, String json, String digest) {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    /** Verdicts of a row with which nothing is left to do. */
    private static final Set<String> DONE = Set.of(
            "matched",
            "foreign",
            "reversed",
            "noted",
            "fee-mismatch",
            "fee-unknown",
            "refund-snapshot",
            "late-booked",
            "environment");
    /** Verdicts of rows that moved none of our money in the end. */
    private static final Set<String> NOT_OURS = Set.of("foreign", "reversed", "refund-failed");

    static Certificate of(Account account, String endpoint, LocalDate day, DayFigures figures) {
        List<DayFigures.OurFigure> own = figures.ours().stream()
                .filter(figure -> figure.endpoint().equals(endpoint))
                .toList();
        ObjectNode root = MAPPER.createObjectNode()
                .put("endpoint", endpoint)
                .put("account", account.source())
                .put("day", day.toString())
                .put("from", account.day(day).from().toString())
                .put("to", account.day(day).to().toString());
        counts(root.putObject("events"), own);
        sums(root.putArray("sums"), figures);
        statement(root.putObject("statement"), figures);
        List<String> open = open(own, figures);
        ArrayNode reasons = root.putArray("incompleteBecause");
        open.forEach(reasons::add);
        root.put("complete", open.isEmpty());
        return new Certificate(endpoint, account.source(), day, open.isEmpty(), text(root), digest(text(root)));
    }

    /** Stored; of those without the ones that another task carries out; and what became of these. */
    private static void counts(ObjectNode to, List<DayFigures.OurFigure> own) {
        to.put("received", count(own, _ -> true));
        to.put("unique", count(own, figure -> !figure.isLinked()));
        to.put("recovered", count(own, DayFigures.OurFigure::isRecovered));
        for (String state : new String[] {"done", "parked", "open", "failed", "compensated"}) {
            to.put(
                    state,
                    count(own, figure -> !figure.isLinked() && figure.state().equals(state)));
        }
    }

    private static long count(
            List<DayFigures.OurFigure> figures, java.util.function.Predicate<DayFigures.OurFigure> which) {
        return figures.stream()
                .filter(which)
                .mapToLong(DayFigures.OurFigure::count)
                .sum();
    }

    /** Of the whole account, since a statement is: what was carried out, what the provider booked, the difference. */
    private static void sums(ArrayNode to, DayFigures figures) {
        Map<String, long[]> byKind = new TreeMap<>();
        for (DayFigures.OurFigure figure : figures.ours()) {
            String kind = kind(figure.kind());
            boolean isCarriedOut =
                    figure.state().equals("done") || figure.state().equals("compensated");
            if (!kind.isEmpty() && !figure.isLinked() && isCarriedOut) {
                byKind.computeIfAbsent(kind + " " + figure.currency(), _ -> new long[2])[0] += figure.sumMinor();
            }
        }
        // The provider dates by its own rule: a refund by its acceptance, what came at midnight by its next bill.
        for (DayFigures.Shifted shifted : figures.shifted()) {
            byKind.computeIfAbsent(shifted.kind() + " " + shifted.currency(), _ -> new long[2])[0] +=
                    shifted.sumMinor();
        }
        for (DayFigures.TheirFigure figure : figures.theirs()) {
            if (figure.kind().equals("not-captured")) {
                byKind.computeIfAbsent("pay " + figure.currency(), _ -> new long[2])[1] -= figure.sumMinor();
            }
            boolean isOfAnOrder = figure.kind().equals("pay") || figure.kind().equals("refund");
            if (isOfAnOrder && !NOT_OURS.contains(figure.verdict())) {
                byKind.computeIfAbsent(figure.kind() + " " + figure.currency(), _ -> new long[2])[1] +=
                        figure.sumMinor();
            }
        }
        byKind.forEach((key, sums) -> to.addObject()
                .put("kind", key.substring(0, key.indexOf(' ')))
                .put("currency", key.substring(key.indexOf(' ') + 1))
                .put("oursMinor", sums[0])
                .put("theirsMinor", sums[1])
                .put("differenceMinor", sums[0] - sums[1]));
    }

    /** Our effect kinds in the statement's words; an authorisation is no booking. */
    private static String kind(String effect) {
        return switch (effect) {
            case "paid", "captured" -> "pay";
            case "refunded" -> "refund";
            default -> "";
        };
    }

    private static void statement(ObjectNode to, DayFigures figures) {
        to.put("files", figures.files());
        ArrayNode rows = to.putArray("rows");
        for (DayFigures.TheirFigure figure : figures.theirs()) {
            rows.addObject()
                    .put("kind", figure.kind())
                    .put("currency", figure.currency())
                    .put("verdict", figure.verdict().isEmpty() ? "not-judged" : figure.verdict())
                    .put("count", figure.count())
                    .put("sumMinor", figure.sumMinor());
        }
    }

    private static List<String> open(List<DayFigures.OurFigure> own, DayFigures figures) {
        List<String> open = new ArrayList<>();
        if (figures.files() == 0) {
            open.add("no statement of this day was taken");
        }
        Map<String, Long> undone = new TreeMap<>();
        for (DayFigures.TheirFigure figure : figures.theirs()) {
            if (!DONE.contains(figure.verdict())) {
                String verdict = figure.verdict().isEmpty() ? "not-judged" : figure.verdict();
                undone.merge(verdict, figure.count(), Long::sum);
            }
        }
        undone.forEach((verdict, count) -> open.add(count + " statement rows: " + verdict));
        for (String state : new String[] {"open", "parked", "failed"}) {
            long count =
                    count(own, figure -> !figure.isLinked() && figure.state().equals(state));
            if (count > 0) {
                open.add(count + " tasks: " + state);
            }
        }
        Set<String> differing = new TreeSet<>();
        ArrayNode sums = MAPPER.createArrayNode();
        sums(sums, figures);
        sums.forEach(sum -> {
            if (sum.path("differenceMinor").asLong() != 0) {
                differing.add("sums differ: " + sum.path("kind").asText() + " "
                        + sum.path("currency").asText() + " by "
                        + sum.path("differenceMinor").asLong() + " minor units");
            }
        });
        open.addAll(differing);
        return open;
    }

    private static String text(ObjectNode root) {
        try {
            return MAPPER.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of our own cannot be written", e);
        }
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
