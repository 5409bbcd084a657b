package tallygate.gateway.admin.web;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.identity.Caller;
import tallygate.gateway.identity.Repeats;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.task.StoreException;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/**
 * Answers every request of the listener: finds its route, then asks in this order: who is it, may they, is the form ours, was the
 * password typed lately, is it not too often, was it done already. Only then the route runs.
 */
public final class Desk {
    private static final Logger log = LoggerFactory.getLogger(Desk.class);

    private final Routes routes;
    private final Gate gate;
    private final Repeating repeating;
    private final Refused refused;
    private final Pace pace;

    /** How a page tells a person what a program reads as a problem. */
    public interface Refused {
        Reply page(Problem problem, RawRequest request, Caller caller);
    }

    /** @param nanos a monotonic clock */
    public Desk(Routes routes, Gate gate, Repeats repeats, Refused refused, LongSupplier nanos) {
        this.routes = routes;
        this.gate = gate;
        this.repeating = new Repeating(repeats);
        this.refused = refused;
        this.pace = new Pace(nanos);
    }

    /** True for a request whose body is to be handed over as it comes. */
    public boolean isUpload(String method, String path) {
        return routes.match(method, path) instanceof Routes.Match.Found found
                && found.route().isUpload();
    }

    /** Never throws. May block. */
    public Reply answer(RawRequest request) {
        return answer(request, InputStream.nullInputStream());
    }

    /**
     * Never throws. May block.
     *
     * @param body of a route that takes long ones; the request's own is empty then
     */
    public Reply answer(RawRequest request, InputStream body) {
        Gate.Visit visit = new Gate.Visit(new Caller.Nobody(), "");
        try {
            return switch (routes.match(request.method(), request.path())) {
                case Routes.Match.Nothing() ->
                    throw ProblemException.missing("There is nothing at " + Call.cut(request.path()) + ".");
                case Routes.Match.OtherMethod(Set<String> allowed) -> notAllowed(allowed);
                case Routes.Match.Found found -> {
                    if (found.route().access().equals(Route.Access.OPEN) && isBare(found.route())) {
                        yield found.route().action().answer(new Call(request, visit.caller(), found.path(), ""));
                    }
                    visit = gate.visit(request);
                    Upload upload = found.route().isUpload() ? upload(request, body) : Upload.NONE;
                    Caller caller = visit.caller();
                    Reply reply = enter(new Call(request, caller, found.path(), visit.cookie(), upload), found.route());
                    yield reply.whileTrue(() -> gate.isStill(request, caller));
                }
            };
        } catch (ProblemException e) {
            return problem(e.problem(), request, visit.caller(), List.of());
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.REFUSED) {
                Problem problem = Problem.of(409, "refused", "Not done", String.valueOf(e.getMessage()));
                return problem(problem, request, visit.caller(), List.of());
            }
            log.warn("kind={} path={} management request not answered: {}", e.kind(), request.path(), e.getMessage());
            Problem problem = Problem.of(
                    503,
                    "database-unavailable",
                    "Database away",
                    "The database did not answer in time. Nothing is known to have changed; look before trying again.");
            return problem(problem, request, visit.caller(), List.of(new Header("Retry-After", "2")));
        } catch (RuntimeException e) {
            log.error("path={} management request ended by a fault of ours", request.path(), e);
            Problem problem = Problem.of(
                    500,
                    "fault",
                    "Our fault",
                    "The request met a fault of Tallygate; the log of this node tells which.");
            return problem(problem, request, visit.caller(), List.of());
        }
    }

    private static Upload upload(RawRequest request, InputStream body) {
        String type = String.join(",", request.headerValues("Content-Type"));
        try {
            return type.startsWith("multipart/") ? Multipart.read(type, body) : new Upload(Map.of(), "", body);
        } catch (IOException e) {
            throw ProblemException.bad("form", "cannot be read: " + e.getMessage());
        }
    }

    /** Probes and monitoring: answered without looking who asks, also when the database is away. */
    private static boolean isBare(Route route) {
        return !route.isApi()
                || route.pattern().equals("/api/v1/openapi.json")
                || route.pattern().equals("/api/v1/reload");
    }

    private Reply enter(Call call, Route route) {
        Duration wait = pace.take(
                call.caller() instanceof Caller.Nobody
                        ? call.request().remoteAddress()
                        : call.caller().name());
        if (!wait.isZero()) {
            Problem problem = Problem.of(
                    429,
                    "too-often",
                    "Too often",
                    "This caller asks too often; at most 20 requests a second, 100 at once.");
            Header after = new Header("Retry-After", Long.toString(wait.toSeconds()));
            return problem(problem, call.request(), call.caller(), List.of(after));
        }
        Optional<Reply> stopped = stop(call, route);
        if (stopped.isPresent()) {
            return stopped.get();
        }
        Optional<String> key = call.header("Idempotency-Key");
        return route.isApi() && route.changes() && !route.isUpload() && key.isPresent()
                ? repeating.once(call, route, key.get())
                : route.action().answer(call);
    }

    private Optional<Reply> stop(Call call, Route route) {
        Caller caller = call.caller();
        Optional<String> detour = gate.detour(caller, call.request().path());
        if (detour.isPresent()) {
            return Optional.of(
                    route.isApi()
                            ? problem(
                                    Problem.of(
                                            403,
                                            "password-change",
                                            "Change the password",
                                            "The first password must be replaced before anything else."),
                                    call.request(),
                                    caller,
                                    List.of())
                            : Reply.seeOther(detour.get()));
        }
        if (route.access().needs().isPresent()
                && !caller.may(route.access().needs().get())) {
            return Optional.of(caller instanceof Caller.Nobody ? unknown(call, route) : forbidden(call, route));
        }
        if (route.changes() && !call.cookie().isEmpty() && !isOurForm(call)) {
            throw new ProblemException(Problem.of(
                    403,
                    "foreign-form",
                    "Not from our page",
                    "The request did not come from a page of this session. Load the page again and repeat."));
        }
        if (route.access().isDangerous() && !gate.isConfirmed(caller)) {
            Problem problem = Problem.of(
                    403,
                    "confirm-password",
                    "Confirm the password",
                    "This needs the password typed within the last 5 minutes.");
            return Optional.of(
                    route.isApi()
                            ? problem(problem, call.request(), caller, List.of())
                            : Reply.seeOther("/confirm?to=" + Local.encode(back(call))));
        }
        return Optional.empty();
    }

    /** A form's page, to come back to: its target answers no GET. */
    private static String back(Call call) {
        return call.request().method().equals("GET")
                ? call.request().target()
                : call.form("back").orElse("/");
    }

    /** The token of this session in the form or header, and no word of the browser that another site sent it. */
    private static boolean isOurForm(Call call) {
        String site = call.header("Sec-Fetch-Site").orElse("same-origin");
        if (!site.equals("same-origin") && !site.equals("none")) {
            return false;
        }
        Optional<String> offered = call.header("X-Form-Token");
        if (offered.isEmpty()
                && call.header("Content-Type").orElse("").startsWith("application/x-www-form-urlencoded")) {
            offered = call.form("form");
        }
        if (offered.isEmpty()) {
            offered = Optional.ofNullable(call.upload().fields().get("form"));
        }
        return offered.isPresent() && Secrets.same(offered.get(), Secrets.formToken(call.cookie()));
    }

    private Reply unknown(Call call, Route route) {
        if (!route.isApi()) {
            return Reply.seeOther("/login?to=" + Local.encode(back(call)));
        }
        Problem problem = Problem.of(
                401,
                "unknown-caller",
                "Who are you",
                "Needs Authorization: Bearer with a token that is neither expired nor revoked.");
        return problem(problem, call.request(), call.caller(), List.of(new Header("WWW-Authenticate", "Bearer")));
    }

    private Reply forbidden(Call call, Route route) {
        String needs = route.access().needs().map(p -> p.word()).orElse("");
        Problem problem = Problem.of(
                403,
                "forbidden",
                "Not allowed",
                call.caller().name() + " has no permission \"" + needs + "\", which this needs.");
        return problem(problem, call.request(), call.caller(), List.of());
    }

    private static Reply notAllowed(Set<String> allowed) {
        List<String> names = new ArrayList<>(new java.util.TreeSet<>(allowed));
        if (names.contains("GET")) {
            names.add(names.indexOf("GET") + 1, "HEAD");
        }
        String all = String.join(", ", names);
        return new Reply.Whole(
                Problem.of(405, "other-method", "Another method", "Nothing was done; this address takes " + all + ".")
                        .reply(List.of(new Header("Allow", all))));
    }

    private Reply problem(Problem problem, RawRequest request, Caller caller, List<Header> headers) {
        boolean isPage = !request.path().startsWith("/api/")
                && String.join(",", request.headerValues("Accept"))
                        .toLowerCase(Locale.ROOT)
                        .contains("text/html");
        return isPage ? refused.page(problem, request, caller) : new Reply.Whole(problem.reply(headers));
    }
}
