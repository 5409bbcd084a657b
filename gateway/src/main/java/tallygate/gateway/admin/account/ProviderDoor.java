package tallygate.gateway.admin.account;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.identity.IdentityStore;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.identity.Session;
import tallygate.gateway.identity.User;
import tallygate.gateway.identity.oidc.AttemptStore;
import tallygate.gateway.identity.oidc.OidcSignIn;
import tallygate.gateway.identity.oidc.Proven;
import tallygate.gateway.identity.oidc.Refusal;
import tallygate.gateway.task.Actor;

/**
 * People of the identity provider to sessions. Wrong passwords lock local names only, so nobody can be kept from this way in by
 * guessing.
 */
public final class ProviderDoor {
    private static final Logger log = LoggerFactory.getLogger(ProviderDoor.class);

    private final OidcSignIn oidc;
    private final AttemptStore attempts;
    private final IdentityStore store;
    private final SignIn signIn;
    private final InstantSource clock;

    public ProviderDoor(
            OidcSignIn oidc, AttemptStore attempts, IdentityStore store, SignIn signIn, InstantSource clock) {
        this.oidc = oidc;
        this.attempts = attempts;
        this.store = store;
        this.signIn = signIn;
        this.clock = clock;
    }

    /** What an answer of the provider comes to. */
    public sealed interface Entry {
        /**
         * Signed in, or confirmed.
         *
         * @param cookie the session's new one
         */
        record In(String cookie, String returnTo) implements Entry {}

        /**
         * Not let in.
         *
         * @param check a short word that log and page share
         */
        record Refused(String check) implements Entry {}
    }

    /** The browser's way to the provider; empty when the provider cannot be reached. */
    public Optional<OidcSignIn.Departure> depart(String returnTo, Optional<Session> confirms) {
        try {
            return Optional.of(oidc.depart(returnTo, confirms.map(Session::key).orElse("")));
        } catch (Refusal e) {
            refused(e.check(), String.valueOf(e.getMessage()));
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** @param sessionCookie what the browser holds now; a confirmation must come back in the session that asked for it */
    public Entry arrive(OidcSignIn.Answer answer, String sessionCookie, Session.Device device) {
        try {
            OidcSignIn.Arrival arrival = oidc.arrive(answer);
            Entry entry = arrival.sessionKey().isEmpty()
                    ? enter(arrival, device)
                    : confirm(arrival, Secrets.digest(sessionCookie), device);
            return entry;
        } catch (Refusal e) {
            return refused(e.check(), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return refused("interrupted", "this node is stopping");
        }
    }

    private Entry enter(OidcSignIn.Arrival arrival, Session.Device device) {
        Proven person = arrival.person();
        Optional<User> user = attempts.admit(person, new Actor(person.name(), device.origin()));
        if (user.isEmpty()) {
            return refused("name-taken", "another user is called " + person.name() + "; rename or remove one of them");
        }
        if (user.get().isDisabled()) {
            return refused("disabled", user.get().name() + " is disabled here");
        }
        Instant now = clock.instant();
        Instant proved = person.authenticatedAt().filter(at -> at.isBefore(now)).orElse(Instant.EPOCH);
        return new Entry.In(signIn.open(user.get(), device, proved), arrival.returnTo());
    }

    private Entry confirm(OidcSignIn.Arrival arrival, String sessionKey, Session.Device device) {
        Optional<Session> session = store.session(sessionKey)
                .filter(found -> found.key().equals(arrival.sessionKey()))
                .filter(found -> clock.instant().isBefore(found.endsAt()));
        Optional<User> user = session.flatMap(found -> store.user(found.userId()))
                .filter(found -> !found.isDisabled())
                .filter(found -> found.subject()
                        .equals(Optional.of(new User.Subject(
                                arrival.person().issuer(), arrival.person().subject()))));
        if (session.isEmpty() || user.isEmpty()) {
            return refused("session", "the confirmation is not of the person whose session asked for it");
        }
        Actor actor = new Actor(user.get().name(), device.origin());
        return signIn.renew(session.get(), actor, "provider-confirmed")
                .<Entry>map(cookie -> new Entry.In(cookie, arrival.returnTo()))
                .orElseGet(() -> refused("session", "the session is over"));
    }

    private static Entry refused(String check, String why) {
        log.warn("check={} sign-in by the identity provider refused, nobody was let in: {}", check, why);
        return new Entry.Refused(check);
    }
}
