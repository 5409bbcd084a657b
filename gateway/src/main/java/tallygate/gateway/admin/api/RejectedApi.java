package tallygate.gateway.admin.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.ingest.KeyDesk;
import tallygate.gateway.ingest.Verified;
import tallygate.gateway.task.RejectedRequest;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Reason;

/** Refused requests: what came, why it was refused, and verifying it again after a key or a proxy was put right. */
public final class RejectedApi {
    private static final int LIMIT_MAX = 1_000;

    private final KeyDesk desk;

    public RejectedApi(KeyDesk desk) {
        this.desk = desk;
    }

    /**
     * A kept request without its bytes.
     *
     * @param result what a later verification came to, empty when there was none
     * @param isIntact its digest still is the one taken when it was kept
     */
    public record RejectedView(
            String id,
            String endpoint,
            String provider,
            String reason,
            String detail,
            Instant arrivedAt,
            Instant keepUntil,
            String remoteAddress,
            int bodyBytes,
            String result,
            boolean isIntact) {
        static RejectedView of(RejectedRequest kept) {
            return new RejectedView(
                    Long.toString(kept.id()),
                    kept.rejection().endpoint(),
                    kept.rejection().provider(),
                    kept.rejection().reason().code(),
                    kept.rejection().detail(),
                    kept.rejection().arrivedAt(),
                    kept.keepUntil(),
                    kept.rejection().request().remoteAddress(),
                    kept.rejection().request().body().length,
                    kept.result(),
                    kept.isIntact());
        }
    }

    /** @param verdict as {@code tallygate verify --json} says it, with the keys of now */
    public record Explained(
            RejectedView request, @JsonRawValue String verdict) {}

    /**
     * What verifying again came to.
     *
     * @param outcome {@code taken}, {@code taken-before}, {@code refused}, {@code not-stored}, {@code impossible}
     * @param tasks where its events are
     * @param detail why, when it was not taken now
     */
    public record VerifiedView(String id, String outcome, List<String> tasks, String detail) {
        static VerifiedView of(long id, Verified verified) {
            String number = Long.toString(id);
            return switch (verified) {
                case Verified.Taken(var tasks) ->
                    new VerifiedView(
                            number,
                            "taken",
                            tasks.stream().map(TaskId::toString).toList(),
                            "");
                case Verified.TakenBefore(var result) -> new VerifiedView(number, "taken-before", List.of(), result);
                case Verified.Refused(var reason, var detail) ->
                    new VerifiedView(number, "refused", List.of(), reason.code() + ": " + detail);
                case Verified.NotStored(var why) -> new VerifiedView(number, "not-stored", List.of(), why);
                case Verified.Impossible(var why) -> new VerifiedView(number, "impossible", List.of(), why);
            };
        }
    }

    /**
     * Which to verify again.
     *
     * @param reason only those refused for this; empty for all
     * @param limit at most so many, 1..1000, newest first
     */
    public record Which(String endpoint, Optional<String> reason, Optional<Integer> limit) {}

    /** @param taken how many are genuine now */
    public record VerifiedAll(int verified, int taken, List<VerifiedView> results) {}

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/rejected", Permission.READ, "Refused requests, newest first", this::list)
                        .query("endpoint", "name of an endpoint")
                        .lists(RejectedView.class),
                Route.get(
                                "/api/v1/rejected/{id}",
                                Permission.READ,
                                "One refused request, judged with the keys of now and explained",
                                this::explain)
                        .answers(Explained.class),
                Route.post(
                                "/api/v1/rejected/{id}/verify",
                                Permission.OPERATE,
                                "Verify it again as of its arrival; genuine now, it is stored and worked off",
                                this::verify)
                        .answers(VerifiedView.class),
                Route.post(
                                "/api/v1/rejected/verify",
                                Permission.OPERATE,
                                "Verify an endpoint's refused requests again",
                                this::verifyAll)
                        .body(Which.class)
                        .answers(VerifiedAll.class));
    }

    private Reply list(Call call) {
        int limit = call.limit();
        List<RejectedView> found =
                desk.rejected().list(call.query("endpoint").orElse(""), before(call), limit + 1).stream()
                        .map(RejectedView::of)
                        .toList();
        return Reply.ok(Page.of(found, limit, RejectedView::id));
    }

    private static long before(Call call) {
        try {
            return call.query("after").map(Long::parseLong).orElse(Long.MAX_VALUE);
        } catch (NumberFormatException e) {
            throw ProblemException.bad("after", "is not what a page before gave");
        }
    }

    private Reply explain(Call call) {
        long id = call.id("id");
        RejectedRequest kept = desk.rejected()
                .find(id)
                .orElseThrow(() -> ProblemException.missing("There is no refused request " + id + "."));
        return Reply.ok(new Explained(RejectedView.of(kept), desk.explain(id).orElse("null")));
    }

    private Reply verify(Call call) {
        long id = call.id("id");
        try {
            return Reply.ok(VerifiedView.of(id, desk.reverification().verify(id, call.actor())));
        } catch (InterruptedException e) {
            throw stopped();
        }
    }

    private Reply verifyAll(Call call) {
        Which which = call.body(Which.class);
        String endpoint = Optional.ofNullable(which.endpoint()).orElse("");
        if (!desk.endpoints().contains(endpoint)) {
            throw ProblemException.bad("endpoint", "is the name of an endpoint, was \"" + endpoint + "\"");
        }
        int limit = which.limit().orElse(LIMIT_MAX);
        if (limit < 1 || limit > LIMIT_MAX) {
            throw ProblemException.bad("limit", "is 1.." + LIMIT_MAX + ", was " + limit);
        }
        Optional<Reason> reason = which.reason().map(RejectedApi::reason);
        try {
            Map<Long, Verified> results = desk.reverification().verifyAll(endpoint, reason, limit, call.actor());
            List<VerifiedView> views = results.entrySet().stream()
                    .map(entry -> VerifiedView.of(entry.getKey(), entry.getValue()))
                    .toList();
            long taken = results.values().stream()
                    .filter(Verified.Taken.class::isInstance)
                    .count();
            return Reply.ok(new VerifiedAll(views.size(), Math.toIntExact(taken), views));
        } catch (InterruptedException e) {
            throw stopped();
        }
    }

    private static Reason reason(String code) {
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.code().equals(code))
                .findFirst()
                .orElseThrow(() -> ProblemException.bad("reason", "is no reason of verify: " + code));
    }

    private static IllegalStateException stopped() {
        Thread.currentThread().interrupt();
        return new IllegalStateException("this node stops: verify again elsewhere or later");
    }
}
