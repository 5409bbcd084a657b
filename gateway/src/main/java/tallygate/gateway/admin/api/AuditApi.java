package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ChainStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.AuditRow;

/** The audit log. */
public final class AuditApi {
    private final AdminStore store;
    private final ChainStore chain;

    public AuditApi(AdminStore store, ChainStore chain) {
        this.store = store;
        this.chain = chain;
    }

    /** Whether the log is as it was written, and whether every state has a deed or an attempt behind it. */
    public record Verified(
            boolean isIntact, long sealed, long unsealed, Optional<String> firstBreak, List<String> unexplained) {}

    /**
     * One line.
     *
     * @param isSealed the hash chain reaches it
     */
    public record AuditView(
            String id,
            Instant at,
            String actor,
            String origin,
            String action,
            String objectType,
            String objectId,
            String before,
            String after,
            String reason,
            boolean isSealed) {
        static AuditView of(AuditRow row) {
            return new AuditView(
                    Long.toString(row.id()),
                    row.at(),
                    row.actor().name(),
                    row.actor().origin(),
                    row.action(),
                    row.objectType(),
                    row.objectId(),
                    row.before(),
                    row.after(),
                    row.reason(),
                    row.isSealed());
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/audit", Permission.AUDIT, "Who did what by hand, newest first", this::list)
                        .lists(AuditView.class),
                Route.get("/api/v1/audit/verify", Permission.AUDIT, "Read the whole chain and check it", _ -> verify())
                        .answers(Verified.class),
                Route.post(
                                "/api/v1/audit/compare",
                                Permission.AUDIT,
                                "Compare digests that were anchored outside with the chain",
                                this::compare)
                        .body(Heads.class)
                        .answers(Compared.class));
    }

    /** Digests as a node's audit-heads file has them. */
    public record Heads(List<Head> heads) {}

    /** @param rowHash hex */
    public record Head(long chainSeq, String rowHash) {}

    public record Compared(boolean isIntact, int heads, Optional<String> firstBreak) {}

    private Reply compare(Call call) {
        List<Head> given = Optional.ofNullable(call.body(Heads.class).heads())
                .orElseThrow(() -> ProblemException.bad("heads", "is needed"));
        List<ChainStore.Head> heads = given.stream()
                .map(head -> new ChainStore.Head(head.chainSeq(), head.rowHash()))
                .toList();
        Optional<String> broken = chain.compare(heads).map(found -> "at " + found.chainSeq() + ": " + found.what());
        return Reply.ok(new Compared(broken.isEmpty(), heads.size(), broken));
    }

    private Reply verify() {
        ChainStore.Verdict verdict = chain.verify();
        List<String> unexplained = chain.unexplained(100);
        return Reply.ok(new Verified(
                verdict.firstBreak().isEmpty() && unexplained.isEmpty(),
                verdict.sealed(),
                verdict.unsealed(),
                verdict.firstBreak().map(found -> "at " + found.chainSeq() + ": " + found.what()),
                unexplained));
    }

    private Reply list(Call call) {
        int limit = call.limit();
        List<AuditView> found = store.auditLog(before(call), limit + 1).stream()
                .map(AuditView::of)
                .toList();
        return Reply.ok(Page.of(found, limit, AuditView::id));
    }

    private static long before(Call call) {
        try {
            return call.query("after").map(Long::parseLong).orElse(Long.MAX_VALUE);
        } catch (NumberFormatException e) {
            throw ProblemException.bad("after", "is not what a page before gave");
        }
    }
}
