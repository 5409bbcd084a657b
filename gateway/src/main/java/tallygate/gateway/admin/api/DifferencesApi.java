package tallygate.gateway.admin.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.reconcile.StatementStore;
import tallygate.gateway.reconcile.StoredCertificate;
import tallygate.gateway.task.DiscrepancyMove;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.DiscrepancyRow;
import tallygate.gateway.task.DiscrepancyStatus;
import tallygate.gateway.task.DiscrepancyStore;

/** Discrepancies and certificates: what does not agree, who has it, how it was settled; what a day came to. */
public final class DifferencesApi {
    private final DiscrepancyStore store;
    private final StatementStore statements;

    public DifferencesApi(DiscrepancyStore store, StatementStore statements) {
        this.store = store;
        this.statements = statements;
    }

    /**
     * A discrepancy.
     *
     * @param version to be handed back with a change
     * @param status open, in_work or resolved
     * @param oursMinor minor units of the currency; absent when we have nothing
     * @param theirsMinor minor units of the currency; absent when the provider says nothing
     */
    public record DiscrepancyView(
            String id,
            int version,
            String status,
            String kind,
            String source,
            String reference,
            String bizId,
            OptionalLong oursMinor,
            OptionalLong theirsMinor,
            String currency,
            String detail,
            String owner,
            String note,
            String resolution,
            String resolvedBy,
            Instant openedAt,
            Instant seenAt) {
        static DiscrepancyView of(DiscrepancyRow row) {
            return new DiscrepancyView(
                    Long.toString(row.id()),
                    row.version(),
                    word(row.status()),
                    row.finding().kind(),
                    row.finding().source(),
                    row.finding().reference(),
                    row.finding().bizId(),
                    row.finding().oursMinor(),
                    row.finding().theirsMinor(),
                    row.finding().currency(),
                    row.finding().detail(),
                    row.owner(),
                    row.note(),
                    row.resolution(),
                    row.resolvedBy(),
                    row.openedAt(),
                    row.seenAt());
        }
    }

    /**
     * A change of a discrepancy.
     *
     * @param version as it was seen; needed
     * @param reason what was done, or why; needed to resolve and to reopen
     * @param owner who takes it on; the caller when absent
     */
    public record Step(Optional<Integer> version, Optional<String> reason, Optional<String> owner) {}

    /** @param digest SHA-256 of the certificate as it was kept: the same facts have the same */
    public record CertificateView(
            String endpoint,
            String source,
            String day,
            boolean isComplete,
            String digest,
            Instant madeAt,
            @JsonRawValue String certificate) {
        static CertificateView of(StoredCertificate kept) {
            return new CertificateView(
                    kept.endpoint(),
                    kept.source(),
                    kept.day().toString(),
                    kept.isComplete(),
                    kept.digest(),
                    kept.madeAt(),
                    kept.body());
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/discrepancies", Permission.READ, "Discrepancies, newest first", this::list)
                        .query("status", "open, in_work, resolved; may be repeated")
                        .query("source", "a provider account")
                        .query("kind", "one kind")
                        .lists(DiscrepancyView.class),
                Route.get("/api/v1/discrepancies/{id}", Permission.READ, "One discrepancy", this::show)
                        .answers(DiscrepancyView.class),
                step("assign", "Take it on, or hand it to an owner"),
                step("resolve", "Settled: the reason says what was done"),
                step("reopen", "Settled wrongly: open again"),
                Route.get("/api/v1/certificates", Permission.READ, "A bill day's certificates", this::certificates)
                        .query("day", "the bill day, as 2026-03-01")
                        .lists(CertificateView.class));
    }

    private Route step(String verb, String summary) {
        return Route.post(
                        "/api/v1/discrepancies/{id}/" + verb,
                        Permission.RECONCILE,
                        summary,
                        call -> Reply.ok(DiscrepancyView.of(move(call, verb))))
                .body(Step.class)
                .answers(DiscrepancyView.class);
    }

    private static String word(DiscrepancyStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    private Reply list(Call call) {
        int limit = call.limit();
        List<DiscrepancyView> found = store
                .list(new DiscrepancyQuery(
                        statuses(call.queries("status")),
                        call.query("source"),
                        call.query("kind"),
                        before(call),
                        limit + 1))
                .stream()
                .map(DiscrepancyView::of)
                .toList();
        return Reply.ok(Page.of(found, limit, DiscrepancyView::id));
    }

    private static Set<DiscrepancyStatus> statuses(List<String> words) {
        Set<DiscrepancyStatus> statuses = EnumSet.noneOf(DiscrepancyStatus.class);
        for (String word : words) {
            try {
                statuses.add(DiscrepancyStatus.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw ProblemException.bad("status", "is none of ours: " + word);
            }
        }
        return statuses;
    }

    static long before(Call call) {
        try {
            return call.query("after").map(Long::parseLong).orElse(Long.MAX_VALUE);
        } catch (NumberFormatException e) {
            throw ProblemException.bad("after", "is not what a page before gave");
        }
    }

    private Reply show(Call call) {
        return Reply.ok(DiscrepancyView.of(store.find(call.id("id"))
                .orElseThrow(() -> ProblemException.missing("There is no discrepancy " + call.path("id") + "."))));
    }

    private DiscrepancyRow move(Call call, String verb) {
        Step step = call.body(Step.class);
        int version = step.version().orElseThrow(() -> ProblemException.bad("version", "is needed: as it was seen"));
        String reason = step.reason().orElse("").strip();
        DiscrepancyMove move = switch (verb) {
            case "assign" ->
                new DiscrepancyMove.Assign(
                        text("owner", step.owner().orElse(call.actor().name()), 128), atMost(reason));
            case "resolve" -> new DiscrepancyMove.Resolve(text("reason", reason, 1000));
            default -> new DiscrepancyMove.Reopen(text("reason", reason, 1000));
        };
        return switch (store.move(call.id("id"), version, move, call.actor())) {
            case DiscrepancyStore.Moved.Made(DiscrepancyRow after) -> after;
            case DiscrepancyStore.Moved.Stale(DiscrepancyRow now) ->
                throw ProblemException.changedMeanwhile("Discrepancy " + now.id() + " is " + now.stateLine() + ".");
            case DiscrepancyStore.Moved.Missing() ->
                throw ProblemException.missing("There is no discrepancy " + call.path("id") + ".");
        };
    }

    private static String text(String name, String text, int max) {
        if (text.isBlank() || text.length() > max) {
            throw ProblemException.bad(name, "has 1.." + max + " characters, had " + text.length());
        }
        return text;
    }

    private static String atMost(String reason) {
        return reason.isEmpty() ? reason : text("reason", reason, 1000);
    }

    private Reply certificates(Call call) {
        List<CertificateView> found = statements
                .certificates(day(call.query("day").orElse("")))
                .stream()
                .map(CertificateView::of)
                .toList();
        return Reply.ok(new Page<>(found, Optional.empty()));
    }

    private static LocalDate day(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw ProblemException.bad("day", "is a day such as 2026-03-01, was \"" + text + "\"");
        }
    }
}
