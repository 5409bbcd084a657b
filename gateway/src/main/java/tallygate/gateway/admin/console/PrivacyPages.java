package tallygate.gateway.admin.console;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.Approval;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.PayloadVault;
import tallygate.gateway.desk.RevocationStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.Masking;
import tallygate.gateway.task.TaskContent;
import tallygate.gateway.task.TaskId;

/** Payload keys, keys that leaked, and contents that are edited or erased when a second person agrees. */
public final class PrivacyPages {
    private final Views views;
    private final DeskStore desk;
    private final ApprovalStore approvals;
    private final RevocationStore revocations;
    private final PayloadVault vault;

    public PrivacyPages(
            Views views, DeskStore desk, ApprovalStore approvals, RevocationStore revocations, PayloadVault vault) {
        this.views = views;
        this.desk = desk;
        this.approvals = approvals;
        this.revocations = revocations;
        this.vault = vault;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/privacy", Permission.CONFIGURE, "", this::privacy),
                Route.post("/privacy/rewrap", Permission.CONFIGURE, "", this::rewrap)
                        .dangerous(),
                Route.post("/privacy/reencrypt", Permission.CONFIGURE, "", this::reencrypt)
                        .dangerous(),
                Route.post("/privacy/revoke", Permission.CONFIGURE, "", this::revoke)
                        .dangerous(),
                Route.get("/tasks/{id}/edit", Permission.PAYLOAD, "", this::editing),
                Route.post("/tasks/{id}/edit", Permission.OPERATE, "", this::edit)
                        .dangerous(),
                Route.post("/tasks/{id}/erase", Permission.OPERATE, "", this::erase)
                        .dangerous(),
                Route.get("/approvals/{id}/content", Permission.PAYLOAD, "", this::draft));
    }

    private Reply privacy(Call call) {
        Look look = views.look(call);
        PayloadVault.Standing standing = vault.standing();
        List<Listing.Row> rows = new ArrayList<>();
        standing.keys()
                .forEach((id, count) -> rows.add(new Listing.Row(
                        "",
                        "",
                        List.of(
                                Listing.Cell.of(look.say("Payload key ", "内容密钥 ") + id),
                                Listing.Cell.of(look.say("wraps " + count + " day keys", "包裹 " + count + " 个日密钥")),
                                standing.lost().contains(id)
                                        ? Listing.Cell.signed("bad", look.say("not configured: lost", "未配置：缺失"))
                                        : Listing.Cell.signed("good", look.say("opens", "可打开"))))));
        revocations.list(100).forEach(row -> rows.add(revoked(look, row)));
        Listing list = Listing.of(
                        look.say("Privacy and keys", "隐私与密钥"),
                        standing.isOn()
                                ? look.say("Payloads are sealed at rest.", "回调内容加密存储。")
                                : look.say(
                                        "Payloads are stored in clear: privacy.keys is empty.",
                                        "回调内容以明文存储：未配置 privacy.keys。"),
                        List.of(look.say("Key", "密钥"), look.say("About", "说明"), look.say("State", "状态")),
                        rows,
                        new Listing.Empty(
                                look.say("No keys", "没有密钥"),
                                look.say("Nothing is sealed and no key was revoked.", "没有封存的内容，也没有吊销的密钥。")))
                .with(new Listing.Form(
                        look.say("A provider's key has leaked", "提供方密钥泄露"),
                        "/privacy/revoke",
                        look.say("Ask for a hold", "申请挂起"),
                        List.of(
                                Listing.Field.text(look.say("Endpoint", "接入点"), "endpoint"),
                                Listing.Field.text(look.say("Key", "密钥"), "key"),
                                Listing.Field.text(
                                        look.say("Since, as 2026-11-30T08:00:00Z", "起始时间，如 2026-11-30T08:00:00Z"),
                                        "from"),
                                Listing.Field.text(look.say("Reason", "原因"), "reason"))));
        return views.page(call, "table", Map.of("list", standing.isOn() ? withRuns(look, list) : list));
    }

    private static Listing withRuns(Look look, Listing list) {
        return list.with(new Listing.Form(
                        look.say("Wrap all day keys with the newest key", "以最新密钥重新包裹全部日密钥"),
                        "/privacy/rewrap",
                        look.say("Ask to rewrap", "申请重新包裹"),
                        List.of(Listing.Field.text(look.say("Reason", "原因"), "reason"))))
                .with(new Listing.Form(
                        look.say("Seal all tasks anew, in the background", "在后台重新封存全部任务"),
                        "/privacy/reencrypt",
                        look.say("Ask to begin", "申请开始"),
                        List.of(Listing.Field.text(look.say("Reason", "原因"), "reason"))));
    }

    private static Listing.Row revoked(Look look, RevocationStore.Row row) {
        String about = look.say(
                "revoked since " + look.time(row.from()) + ": " + row.held() + " of " + row.seen() + " held",
                "自 " + look.time(row.from()) + " 起吊销：" + row.seen() + " 个任务中挂起 " + row.held() + " 个");
        return new Listing.Row(
                "",
                "",
                List.of(
                        Listing.Cell.of(row.endpoint() + ": " + row.key()),
                        Listing.Cell.of(about, row.askedBy()),
                        row.isDone()
                                ? Listing.Cell.signed("idle", look.say("done", "完成"))
                                : Listing.Cell.signed("work", look.say("under way", "进行中"))));
    }

    private Reply rewrap(Call call) {
        return Reply.seeOther("/approvals/" + approvals.askToRewrap(call.actor(), call.needed("reason")));
    }

    private Reply reencrypt(Call call) {
        return Reply.seeOther("/approvals/" + approvals.askToReencrypt(call.actor(), call.needed("reason")));
    }

    private Reply revoke(Call call) {
        Instant from;
        try {
            from = Instant.parse(call.needed("from"));
        } catch (DateTimeException e) {
            throw ProblemException.bad("from", "is written as 2026-11-30T08:00:00Z");
        }
        long approval = approvals.askToRevoke(
                new ApprovalStore.Revocation(call.needed("endpoint"), call.needed("key"), from),
                call.actor(),
                call.needed("reason"));
        return Reply.seeOther("/approvals/" + approval);
    }

    private TaskContent read(Call call, TaskId task) {
        return desk.readPayload(task, call.actor(), "edit")
                .orElseThrow(() -> ProblemException.missing("There is no such task, or its content is gone."));
    }

    /** The content as it is stays masked: the new one is written whole. */
    private Reply editing(Call call) {
        TaskContent held = read(call, new TaskId(call.id("id")));
        return views.page(call, "edit", Map.of("id", call.path("id"), "text", masked(held.content())));
    }

    private static String masked(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        return Masking.text(text.length() > 200_000 ? text.substring(0, 200_000) + "…" : text);
    }

    private Reply edit(Call call) {
        byte[] content = call.needed("content").getBytes(StandardCharsets.UTF_8);
        long approval = approvals.askToEdit(new TaskId(call.id("id")), content, call.actor(), call.needed("reason"));
        return Reply.seeOther("/approvals/" + approval);
    }

    private Reply erase(Call call) {
        long approval = approvals.askToErase(new TaskId(call.id("id")), call.actor(), call.needed("reason"));
        return Reply.seeOther("/approvals/" + approval);
    }

    private Reply draft(Call call) {
        Approval approval =
                approvals.find(call.id("id")).orElseThrow(() -> ProblemException.missing("There is no such approval."));
        byte[] wanted = approvals
                .readDraft(approval.id(), call.actor())
                .orElseThrow(() -> ProblemException.missing("This approval has no content, or it is decided."));
        String now = masked(read(call, new TaskId(Long.parseLong(approval.what().objectId())))
                .content());
        return views.page(
                call, "draft", Map.of("id", Long.toString(approval.id()), "now", now, "wanted", masked(wanted)));
    }
}
