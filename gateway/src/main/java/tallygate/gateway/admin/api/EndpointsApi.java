package tallygate.gateway.admin.api;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tallygate.callback.provider.CallbackMaker;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.Problem;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.ingest.EndpointDesk;
import tallygate.gateway.task.Actor;

/** Endpoints: what they have seen, and a test callback for one. */
public final class EndpointsApi {
    private final EndpointDesk desk;

    public EndpointsApi(EndpointDesk desk) {
        this.desk = desk;
    }

    /**
     * An endpoint, and what this node has seen of it since its start.
     *
     * @param paths what providers call; the first is always there
     * @param signed genuine callbacks
     * @param refused requests that were not taken as genuine
     * @param lastAt when the last genuine one came, since the endpoints were configured as they are
     * @param canTest a test callback can be signed for it
     */
    public record EndpointView(
            String name,
            String provider,
            String account,
            String route,
            List<String> paths,
            long signed,
            long refused,
            Optional<Instant> lastAt,
            boolean canTest,
            List<KeyView> keys) {
        static EndpointView of(EndpointDesk.EndpointUse use) {
            return new EndpointView(
                    use.endpoint().name(),
                    use.endpoint().provider(),
                    use.endpoint().account(),
                    use.endpoint().route(),
                    Stream.concat(Stream.of("/callbacks/" + use.endpoint().name()), use.endpoint().aliases().stream())
                            .toList(),
                    use.signed(),
                    use.refused(),
                    use.last(),
                    use.canTest(),
                    use.keys().stream()
                            .map(key -> KeyView.of(key, use.signed()))
                            .toList());
        }
    }

    /**
     * A key by its id, never its material.
     *
     * @param share of the endpoint's genuine callbacks at this node since its start, 0..1; absent before the first
     */
    public record KeyView(
            String id,
            String slot,
            Optional<Instant> notBefore,
            Optional<Instant> notAfter,
            long signed,
            Optional<Double> share,
            Optional<Instant> lastAt) {
        static KeyView of(EndpointDesk.KeyUse use, long all) {
            return new KeyView(
                    use.key().id(),
                    use.key().slot(),
                    use.key().notBefore(),
                    use.key().notAfter(),
                    use.signed(),
                    all == 0 ? Optional.empty() : Optional.of((double) use.signed() / all),
                    use.last());
        }
    }

    /**
     * What to try.
     *
     * @param type the provider's event type; absent: a finished payment
     * @param spoil body, key, time or replay; absent: a genuine callback
     * @param deliver true: the handler gets it like any other, marked only by its ids; default false: it is cancelled after
     *     the answer
     */
    public record Test(Optional<String> type, Optional<String> spoil, Optional<Boolean> deliver) {}

    /**
     * What a provider would have been answered.
     *
     * @param order marks the test: its order and event begin with {@code tallygate-test-}
     */
    public record Tested(
            int status, String contentType, String body, String order, long tookMillis, List<TaskView> tasks) {
        static Tested of(EndpointDesk.Tried.Answered answered) {
            return new Tested(
                    answered.answer().status(),
                    answered.answer().contentType(),
                    new String(answered.answer().body(), StandardCharsets.UTF_8),
                    answered.order(),
                    answered.took().toMillis(),
                    answered.tasks().stream().map(TaskView::of).toList());
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                                "/api/v1/endpoints",
                                Permission.READ,
                                "Endpoints and what this node has seen of them",
                                _ -> all())
                        .lists(EndpointView.class),
                Route.get("/api/v1/endpoints/{endpoint}", Permission.READ, "One endpoint", this::one)
                        .answers(EndpointView.class),
                Route.post(
                                "/api/v1/endpoints/{endpoint}/test",
                                Permission.CONFIGURE,
                                "Sign a callback as the provider would and let it go the whole way",
                                this::test)
                        .body(Test.class)
                        .answers(Tested.class)
                        .dangerous());
    }

    private Reply all() {
        return Reply.ok(
                new Page<>(desk.endpoints().stream().map(EndpointView::of).toList(), Optional.empty()));
    }

    private Reply one(Call call) {
        return Reply.ok(EndpointView.of(find(call.path("endpoint"))));
    }

    /** @throws ProblemException 404 */
    public EndpointDesk.EndpointUse find(String name) {
        return desk.endpoint(name).orElseThrow(() -> missing(name));
    }

    private static ProblemException missing(String name) {
        return ProblemException.missing("No endpoint is named " + name + ".");
    }

    private Reply test(Call call) {
        return Reply.ok(Tested.of(test(call.path("endpoint"), call.body(Test.class), call.actor())));
    }

    /** @throws ProblemException when there is no such endpoint, or nothing can be signed for it, or nothing came back */
    public EndpointDesk.Tried.Answered test(String endpoint, Test wanted, Actor actor) {
        Optional<CallbackMaker.Spoil> spoil = wanted.spoil().map(EndpointsApi::spoil);
        EndpointDesk.Trial trial = new EndpointDesk.Trial(
                wanted.type().orElse(""), spoil, wanted.deliver().orElse(false));
        try {
            return switch (desk.send(endpoint, trial, actor)) {
                case EndpointDesk.Tried.Answered answered -> answered;
                case EndpointDesk.Tried.NoEndpoint() -> throw missing(endpoint);
                case EndpointDesk.Tried.CannotSign() ->
                    throw new ProblemException(Problem.of(
                            422,
                            "cannot-sign",
                            "Only the provider can sign",
                            "Callbacks of " + endpoint + " are signed with a private key that only the provider has."
                                    + " Nothing was sent. Give a test endpoint a test-private-key whose public half it"
                                    + " trusts. / " + endpoint + " 的回调由支付方私钥签名，未发送任何请求。"
                                    + "请为测试接入点配置 test-private-key，并让其信任对应公钥。"));
                case EndpointDesk.Tried.CannotSpoil() ->
                    throw ProblemException.bad("spoil", "is nothing this provider's scheme could notice");
                case EndpointDesk.Tried.NoAnswer() ->
                    throw new ProblemException(Problem.of(
                            504,
                            "no-answer",
                            "No answer",
                            "The intake has not answered the test within 15 s; look at the log and the database."));
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(503, "stopping", "Stopping", "This node stops; try another."));
        } catch (IllegalArgumentException e) {
            throw ProblemException.bad("type", "is no event of this provider: " + e.getMessage());
        }
    }

    private static CallbackMaker.Spoil spoil(String word) {
        return Stream.of(CallbackMaker.Spoil.values())
                .filter(spoil -> spoil.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> ProblemException.bad(
                        "spoil",
                        "is one of "
                                + Stream.of(CallbackMaker.Spoil.values())
                                        .map(spoil -> spoil.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(", "))));
    }
}
