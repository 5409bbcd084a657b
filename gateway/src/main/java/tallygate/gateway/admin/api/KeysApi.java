package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Problem;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.ingest.KeyDesk;
import tallygate.gateway.ingest.KeyTrial;

/** The keys of endpoints, without their material: which there are, what they signed, and what others would make of the traffic. */
public final class KeysApi {
    private static final int LOOKED_AT = 10_000;

    private final KeyDesk desk;
    private final Function<String, Binding> toCome;

    /** @param toCome an endpoint bound as the configuration file says now, live or not */
    public KeysApi(KeyDesk desk, Function<String, Binding> toCome) {
        this.desk = desk;
        this.toCome = toCome;
    }

    /** @param id as in the metric {@code tallygate_key_callbacks_total} */
    public record KeyView(String id, String slot, Optional<Instant> notBefore, Optional<Instant> notAfter) {
        static KeyView of(HeldKey key) {
            return new KeyView(key.id(), key.slot(), key.notBefore(), key.notAfter());
        }
    }

    public record Keys(String endpoint, List<KeyView> keys) {}

    /**
     * A stored callback that a key signed.
     *
     * @param isProven false when it may have: card verification values were dropped from it before it was stored
     */
    public record SignedView(
            String task,
            String eventId,
            String bizId,
            Optional<Long> amountMinor,
            String currency,
            Instant storedAt,
            boolean isProven) {
        static SignedView of(KeyTrial.Signed signed) {
            return new SignedView(
                    signed.task().id().toString(),
                    signed.task().eventId(),
                    signed.task().bizId(),
                    signed.task().amountMinor().isPresent()
                            ? Optional.of(signed.task().amountMinor().getAsLong())
                            : Optional.empty(),
                    signed.task().currency(),
                    signed.task().createdAt(),
                    signed.isProven());
        }
    }

    public record Signed(String endpoint, String key, List<SignedView> callbacks) {}

    /**
     * What the keys of the configuration file make of recorded traffic.
     *
     * @param isSafe nothing that was taken would be refused
     * @param stored taken callbacks that were judged
     * @param refused refused requests that were judged
     * @param byKey how many each key signs
     * @param lost tasks whose callbacks would be refused, and why
     * @param gained refused requests that would be taken
     */
    public record TrialView(
            String endpoint,
            boolean isSafe,
            int stored,
            int refused,
            Map<String, Integer> byKey,
            Map<String, String> lost,
            List<String> gained) {}

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/endpoints/{endpoint}/keys", Permission.READ, "The keys of an endpoint", this::keys)
                        .answers(Keys.class),
                Route.get(
                                "/api/v1/endpoints/{endpoint}/keys/{key}/signed",
                                Permission.READ,
                                "What a key has signed among the newest 10000 callbacks, newest first",
                                this::signed)
                        .answers(Signed.class),
                Route.post(
                                "/api/v1/endpoints/{endpoint}/keys/try",
                                Permission.CONFIGURE,
                                "Judge recorded traffic with the keys of the configuration file before they go live",
                                this::tried)
                        .query("limit", "how many stored and refused requests, 1..200, default 50")
                        .answers(TrialView.class));
    }

    private Reply keys(Call call) {
        String endpoint = call.path("endpoint");
        List<HeldKey> held = desk.keys(endpoint).orElseThrow(() -> missing(endpoint));
        return Reply.ok(new Keys(endpoint, held.stream().map(KeyView::of).toList()));
    }

    private Reply signed(Call call) {
        String endpoint = call.path("endpoint");
        String key = call.path("key");
        List<HeldKey> held = desk.keys(endpoint).orElseThrow(() -> missing(endpoint));
        String id = held.stream()
                .filter(k -> k.id().equals(key) || k.slot().equals(key))
                .map(HeldKey::id)
                .findFirst()
                .orElseThrow(() -> ProblemException.missing("Endpoint " + endpoint + " holds no key " + key + "."));
        List<SignedView> found = desk.signedBy(endpoint, id, LOOKED_AT).orElseThrow(() -> missing(endpoint)).stream()
                .map(SignedView::of)
                .toList();
        return Reply.ok(new Signed(endpoint, id, found));
    }

    private Reply tried(Call call) {
        String endpoint = call.path("endpoint");
        return switch (toCome.apply(endpoint)) {
            case Binding.Bound(var provider) -> Reply.ok(view(endpoint, provider, call.limit()));
            case Binding.Refused(var problems) ->
                throw ProblemException.bad(
                        "the configuration file",
                        String.join(
                                "; ", problems.stream().map(Problem::toString).toList()));
        };
    }

    private TrialView view(String endpoint, BoundProvider provider, int limit) {
        KeyTrial.Report report = desk.tried(endpoint, provider, limit);
        Map<String, String> lost = new TreeMap<>();
        report.lost().forEach((task, why) -> lost.put(Long.toString(task), why));
        return new TrialView(
                endpoint,
                report.isSafe(),
                report.stored(),
                report.refused(),
                new TreeMap<>(report.byKey()),
                lost,
                report.gained().stream().map(Object::toString).toList());
    }

    private static ProblemException missing(String endpoint) {
        return ProblemException.missing("No endpoint is named " + endpoint + ".");
    }
}
