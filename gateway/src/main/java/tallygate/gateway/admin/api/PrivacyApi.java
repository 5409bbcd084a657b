package tallygate.gateway.admin.api;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.PayloadVault;
import tallygate.gateway.desk.RevocationStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.TaskId;

/** Contents that are edited or erased, keys that leaked: asked for by one person, done when another agrees. And payload keys. */
public final class PrivacyApi {
    private static final int CONTENT_MAX = 512 * 1024;

    private final ApprovalStore approvals;
    private final RevocationStore revocations;
    private final PayloadVault vault;

    public PrivacyApi(ApprovalStore approvals, RevocationStore revocations, PayloadVault vault) {
        this.approvals = approvals;
        this.revocations = revocations;
        this.vault = vault;
    }

    /**
     * The content a task shall have.
     *
     * @param content text, which becomes UTF-8
     */
    public record Edit(String content, String reason) {}

    /** @param from ISO 8601, for example 2026-11-30T08:00:00Z */
    public record Revoke(Instant from, String reason) {}

    public record RevocationView(
            String id,
            String endpoint,
            String key,
            Instant from,
            long seen,
            long held,
            boolean isDone,
            String askedBy,
            Instant askedAt) {
        static RevocationView of(RevocationStore.Row row) {
            return new RevocationView(
                    Long.toString(row.id()),
                    row.endpoint(),
                    row.key(),
                    row.from(),
                    row.seen(),
                    row.held(),
                    row.isDone(),
                    row.askedBy(),
                    row.askedAt());
        }
    }

    /**
     * How payload keys stand.
     *
     * @param reencryptedUpTo task id that a run over all tasks has come to; absent when none is under way
     */
    public record Standing(
            boolean isSealed, Map<String, Integer> keys, List<String> lostKeys, Optional<String> reencryptedUpTo) {
        static Standing of(PayloadVault.Standing standing) {
            return new Standing(
                    standing.isOn(),
                    standing.keys(),
                    standing.lost(),
                    standing.reencryption().map(Object::toString));
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.post(
                                "/api/v1/tasks/{id}/content",
                                Permission.OPERATE,
                                "Failed or held: replace the content, when a second person agrees",
                                this::edit)
                        .body(Edit.class)
                        .answers(TasksApi.Asked.class)
                        .dangerous(),
                Route.post(
                                "/api/v1/tasks/{id}/erase",
                                Permission.OPERATE,
                                "Ended: erase request and content, when a second person agrees",
                                this::erase)
                        .body(TasksApi.Why.class)
                        .answers(TasksApi.Asked.class)
                        .dangerous(),
                Route.post(
                                "/api/v1/endpoints/{endpoint}/keys/{key}/revoke",
                                Permission.CONFIGURE,
                                "Hold what came since a key leaked, when a second person agrees",
                                this::revoke)
                        .body(Revoke.class)
                        .answers(TasksApi.Asked.class)
                        .dangerous(),
                Route.get(
                                "/api/v1/key-revocations",
                                Permission.READ,
                                "Revoked keys and how much is on hold",
                                _ -> revoked())
                        .lists(RevocationView.class),
                Route.get("/api/v1/privacy", Permission.READ, "How payload keys stand", _ -> Reply.ok(standing()))
                        .answers(Standing.class),
                Route.post(
                                "/api/v1/privacy/rewrap",
                                Permission.CONFIGURE,
                                "Wrap all payload keys with the newest configured key, when a second person agrees",
                                this::rewrap)
                        .body(TasksApi.Why.class)
                        .answers(TasksApi.Asked.class)
                        .dangerous(),
                Route.post(
                                "/api/v1/privacy/reencrypt",
                                Permission.CONFIGURE,
                                "Seal all tasks anew with today's key, chunk by chunk, when a second person agrees",
                                this::reencrypt)
                        .body(TasksApi.Why.class)
                        .answers(TasksApi.Asked.class)
                        .dangerous());
    }

    private Standing standing() {
        return Standing.of(vault.standing());
    }

    private Reply revoked() {
        return Reply.ok(new Page<>(
                revocations.list(200).stream().map(RevocationView::of).toList(), Optional.empty()));
    }

    private Reply edit(Call call) {
        Edit wanted = call.body(Edit.class);
        String content = Optional.ofNullable(wanted.content()).orElse("");
        if (content.isEmpty() || content.length() > CONTENT_MAX) {
            throw ProblemException.bad("content", "has 1.." + CONTENT_MAX + " characters, had " + content.length());
        }
        long approval = approvals.askToEdit(
                new TaskId(call.id("id")),
                content.getBytes(StandardCharsets.UTF_8),
                call.actor(),
                TasksApi.reason(wanted.reason()));
        return Reply.json(202, new TasksApi.Asked(approval));
    }

    private Reply erase(Call call) {
        long approval = approvals.askToErase(new TaskId(call.id("id")), call.actor(), TasksApi.reason(call));
        return Reply.json(202, new TasksApi.Asked(approval));
    }

    private Reply revoke(Call call) {
        Revoke wanted = call.body(Revoke.class);
        Instant from = Optional.ofNullable(wanted.from()).orElseThrow(() -> ProblemException.bad("from", "is needed"));
        var revocation = new ApprovalStore.Revocation(call.path("endpoint"), call.path("key"), from);
        long approval = approvals.askToRevoke(revocation, call.actor(), TasksApi.reason(wanted.reason()));
        return Reply.json(202, new TasksApi.Asked(approval));
    }

    private Reply rewrap(Call call) {
        return Reply.json(202, new TasksApi.Asked(approvals.askToRewrap(call.actor(), TasksApi.reason(call))));
    }

    private Reply reencrypt(Call call) {
        return Reply.json(202, new TasksApi.Asked(approvals.askToReencrypt(call.actor(), TasksApi.reason(call))));
    }
}
