package tallygate.gateway.admin.account;

import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.admin.web.Gate;
import tallygate.gateway.identity.AccessToken;
import tallygate.gateway.identity.Caller;
import tallygate.gateway.identity.IdentityStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.identity.Session;
import tallygate.gateway.identity.TokenStore;
import tallygate.signature.RawRequest;

/**
 * Tells callers by their bearer token or session cookie. A session ends by itself after {@link SessionTimes#idle} without a request
 * and at its absolute end, at once when its user is disabled.
 */
public final class AccountGate implements Gate {
    private static final String BEARER = "Bearer ";

    private final IdentityStore store;
    private final TokenStore tokens;
    private final InstantSource clock;
    private final SessionTimes times;
    private final String managementToken;

    /** @param managementToken may everything: whoever reads the data directory owns the gateway anyway */
    public AccountGate(
            IdentityStore store, TokenStore tokens, InstantSource clock, SessionTimes times, String managementToken) {
        this.store = store;
        this.tokens = tokens;
        this.clock = clock;
        this.times = times;
        this.managementToken = managementToken;
    }

    @Override
    public Visit visit(RawRequest request) {
        List<String> given = request.headerValues("Authorization");
        if (!given.isEmpty()) {
            String value = given.getFirst();
            boolean isBearer = given.size() == 1 && value.regionMatches(true, 0, BEARER, 0, BEARER.length());
            return new Visit(isBearer ? program(value.substring(BEARER.length()).strip()) : new Caller.Nobody(), "");
        }
        String cookie = Cookies.session(request).orElse("");
        Optional<Caller.Person> person = cookie.isEmpty() ? Optional.empty() : person(cookie);
        return person.<Visit>map(known -> new Visit(known, cookie)).orElseGet(() -> new Visit(new Caller.Nobody(), ""));
    }

    @Override
    public boolean isStill(RawRequest request, Caller caller) {
        return switch (caller) {
            case Caller.Nobody() -> false;
            case Caller.Program program -> visit(request).caller().equals(program);
            case Caller.Person before ->
                known(Cookies.session(request).orElse(""))
                        .filter(now -> now.user().id() == before.user().id()
                                && now.user().role() == before.user().role())
                        .isPresent();
        };
    }

    private Caller program(String token) {
        if (Secrets.same(token, managementToken)) {
            return new Caller.Program("management-token", EnumSet.allOf(Permission.class));
        }
        Optional<AccessToken> known =
                tokens.token(Secrets.digest(token)).filter(found -> found.isGood(clock.instant()));
        known.ifPresent(good -> tokens.used(good.id()));
        return known.<Caller>map(good -> new Caller.Program(AccessToken.CALLER + good.name(), good.permissions()))
                .orElseGet(Caller.Nobody::new);
    }

    private Optional<Caller.Person> person(String cookie) {
        Instant now = clock.instant();
        Optional<Caller.Person> person = known(cookie);
        person.map(Caller.Person::session)
                .filter(session -> session.seenAt().plus(times.noteEvery()).isBefore(now))
                .ifPresent(session -> store.seen(session.key(), now));
        return person;
    }

    private Optional<Caller.Person> known(String cookie) {
        Instant now = clock.instant();
        Optional<Session> open = store.session(Secrets.digest(cookie)).filter(session -> isOpen(session, now));
        return open.flatMap(session -> store.user(session.userId())
                .filter(found -> !found.isDisabled())
                .map(found -> new Caller.Person(found, session)));
    }

    private boolean isOpen(Session session, Instant now) {
        return now.isBefore(session.endsAt()) && now.isBefore(session.seenAt().plus(times.idle()));
    }

    @Override
    public boolean isConfirmed(Caller caller) {
        return switch (caller) {
            case Caller.Nobody() -> false;
            case Caller.Program _ -> true;
            case Caller.Person person ->
                clock.instant().isBefore(person.session().confirmedAt().plus(times.confirmed()));
        };
    }

    @Override
    public Optional<String> detour(Caller caller, String path) {
        boolean isFirst =
                caller instanceof Caller.Person person && person.user().mustChange();
        boolean isOnItsWay = path.equals("/password") || path.equals("/logout") || path.startsWith("/assets/");
        return isFirst && !isOnItsWay ? Optional.of("/password") : Optional.empty();
    }
}
