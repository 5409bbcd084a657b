package tallygate.gateway.admin.console;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.admin.account.Cookies;
import tallygate.gateway.admin.account.ProviderDoor;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.Problem;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Caller;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Session;
import tallygate.gateway.identity.oidc.OidcSignIn;
import tallygate.signature.Header;

/** To the identity provider and back. There is no page of its own: what is refused is told on the problem page. */
public final class ProviderPages {
    private final ProviderDoor door;

    public ProviderPages(ProviderDoor door) {
        this.door = door;
    }

    public List<Route> routes() {
        return List.of(
                Route.open("GET", "/login/oidc", "", call -> depart(call, Optional.empty())),
                Route.open("GET", "/login/oidc/callback", "", this::arrive),
                Route.get("/confirm/oidc", Permission.READ, "", this::confirm));
    }

    private Reply confirm(Call call) {
        if (call.caller() instanceof Caller.Person person && person.user().isExternal()) {
            return depart(call, Optional.of(person.session()));
        }
        throw ProblemException.forbidden("This is for people who signed in by the identity provider.");
    }

    private Reply depart(Call call, Optional<Session> confirms) {
        String to = Local.path(call.query("to").orElse("/"));
        if (to.length() > 2_000) {
            to = "/";
        }
        OidcSignIn.Departure departure = door.depart(to, confirms)
                .orElseThrow(() -> refused(
                        502,
                        "The identity provider cannot be reached. Try again, or sign in with a"
                                + " local user and password."));
        return away(departure.provider(), Cookies.setAttempt(call.request(), departure.cookie()));
    }

    private Reply arrive(Call call) {
        OidcSignIn.Answer answer = new OidcSignIn.Answer(
                Cookies.attempt(call.request()).orElse(""),
                sole(call, "state"),
                sole(call, "code"),
                sole(call, "error"),
                call.query("iss"));
        Session.Device device = new Session.Device(
                call.request().remoteAddress(), call.header("User-Agent").orElse(""));
        String session = Cookies.session(call.request()).orElse("");
        return switch (door.arrive(answer, session, device)) {
            case ProviderDoor.Entry.In in ->
                Reply.seeOther(
                        in.returnTo(),
                        List.of(Cookies.set(call.request(), in.cookie()), Cookies.clearAttempt(call.request())));
            case ProviderDoor.Entry.Refused refused ->
                throw refused(
                        403,
                        "The answer of the identity provider was not accepted (" + refused.check()
                                + "). The log of this node says why. Nobody was signed in.");
        };
    }

    /** A parameter that comes twice is none: two readers could take different ones. */
    private static String sole(Call call, String name) {
        List<String> given = call.queries(name);
        return given.size() == 1 ? given.getFirst() : "";
    }

    private static ProblemException refused(int status, String detail) {
        return new ProblemException(Problem.of(status, "sign-in-refused", "Not signed in", detail));
    }

    private static Reply away(URI to, Header cookie) {
        Header place = new Header("Location", to.toString());
        return new Reply.Whole(new HttpReply(303, List.of(place, cookie), "", new byte[0]));
    }
}
