package tallygate.gateway.admin.account;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import tallygate.gateway.identity.IdentityStore;
import tallygate.gateway.identity.Passwords;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.identity.Session;
import tallygate.gateway.identity.User;
import tallygate.gateway.task.Actor;

/**
 * Names and passwords to sessions. After five wrong passwords a name waits 30 seconds, twice as long after each further one, at most
 * 15 minutes; an unknown name costs the same time, gets the same answers and waits as long. An address that tries many names waits
 * as well, see {@link AddressPace}.
 */
public final class SignIn {
    private static final int FREE_TRIES = 5;
    private static final Duration LOCK_FIRST = Duration.ofSeconds(30);
    private static final Duration LOCK_MAX = Duration.ofMinutes(15);

    private final IdentityStore store;
    private final Passwords passwords;
    private final Secrets secrets;
    private final InstantSource clock;
    private final SessionTimes times;
    private final AddressPace addresses = new AddressPace();
    private final Strangers strangers = new Strangers();

    public SignIn(IdentityStore store, Passwords passwords, Secrets secrets, InstantSource clock, SessionTimes times) {
        this.store = store;
        this.passwords = passwords;
        this.secrets = secrets;
        this.clock = clock;
        this.times = times;
    }

    /** What a try came to. */
    public sealed interface Try {
        /** Signed in; the cookie's value is known to the browser only. */
        record In(User user, String cookie) implements Try {}

        /** Wrong name or password, or disabled: which of them is not told. */
        record Wrong() implements Try {}

        /** Not tried: too many wrong ones before. */
        record Locked(Instant until) implements Try {}
    }

    public Try enter(String name, String password, Session.Device device) {
        Optional<Instant> wait = addresses.take(device.origin(), clock.instant());
        if (wait.isPresent()) {
            return new Try.Locked(wait.get());
        }
        Optional<User> known = name.isEmpty() ? Optional.empty() : store.user(name);
        Instant now = clock.instant();
        if (known.isEmpty() || known.get().isExternal()) {
            return stranger(name, password, now);
        }
        User user = known.get();
        Actor actor = new Actor(user.name(), device.origin());
        if (user.lockedUntil().map(now::isBefore).orElse(false)) {
            return new Try.Locked(user.lockedUntil().get());
        }
        if (!passwords.fits(password, user.passwordHash()) || user.isDisabled()) {
            store.failed(user.id(), clock.instant().plus(lock(user.failures() + 1)), actor);
            return new Try.Wrong();
        }
        // Guesses that were begun at once all saw the name free: one that comes out of the crowd right counts as none.
        Optional<Instant> meanwhile =
                store.user(user.id()).flatMap(User::lockedUntil).filter(clock.instant()::isBefore);
        if (meanwhile.isPresent()) {
            return new Try.Locked(meanwhile.get());
        }
        addresses.right(device.origin());
        return new Try.In(user, open(user, device, now));
    }

    /**
     * No password can be right here. Names are told apart as the database does, which sees no blanks at the end. The wait keeps
     * nobody from the identity provider's way.
     */
    private Try stranger(String name, String password, Instant now) {
        Optional<Instant> locked = strangers.lockedUntil(name.stripTrailing(), now);
        if (locked.isPresent()) {
            return new Try.Locked(locked.get());
        }
        passwords.fitsNobody(password);
        strangers.failed(name.stripTrailing(), now);
        return new Try.Wrong();
    }

    /**
     * Opens a session for somebody who has proved who they are.
     *
     * @param provedAt when
     * @return the cookie's value
     */
    public String open(User user, Session.Device device, Instant provedAt) {
        Instant now = clock.instant();
        store.signedIn(user.id(), new Actor(user.name(), device.origin()));
        String cookie = secrets.next();
        store.open(new Session(Secrets.digest(cookie), user.id(), now, now, provedAt, now.plus(times.whole()), device));
        return cookie;
    }

    /**
     * The session of a cookie, renewed because its person proved themselves anew.
     *
     * @param by {@code password-confirmed} or {@code provider-confirmed}
     * @return the cookie's new value; empty when the session is over
     */
    public Optional<String> renew(Session session, Actor actor, String by) {
        String cookie = secrets.next();
        boolean isOpen = store.renew(session.key(), Secrets.digest(cookie), clock.instant(), actor, by);
        return isOpen ? Optional.of(cookie) : Optional.empty();
    }

    static Duration lock(int failures) {
        if (failures < FREE_TRIES) {
            return Duration.ZERO;
        }
        Duration lock = LOCK_FIRST.multipliedBy(1L << Math.min(10, failures - FREE_TRIES));
        return lock.compareTo(LOCK_MAX) < 0 ? lock : LOCK_MAX;
    }

    /** The cookie's new value when it is this user's password; a wrong one counts. */
    public Optional<String> confirm(User user, Session session, String password) {
        Actor actor = new Actor(user.name(), session.device().origin());
        return isRight(user, session, password) ? renew(session, actor, "password-confirmed") : Optional.empty();
    }

    private boolean isRight(User user, Session session, String password) {
        Actor actor = new Actor(user.name(), session.device().origin());
        boolean isLocked = user.lockedUntil().map(clock.instant()::isBefore).orElse(false);
        if (isLocked || !passwords.fits(password, user.passwordHash())) {
            if (!isLocked) {
                store.failed(user.id(), clock.instant().plus(lock(user.failures() + 1)), actor);
            }
            return false;
        }
        return true;
    }

    /**
     * Replaces a person's own password; other sessions of theirs end.
     *
     * @return what is wrong, empty when it was replaced
     */
    public Optional<String> change(User user, Session session, String old, String fresh) {
        Optional<String> fault = Passwords.fault(fresh, user.name());
        if (fault.isPresent()) {
            return fault;
        }
        if (old.equals(fresh)) {
            return Optional.of("password.same");
        }
        if (!isRight(user, session, old)) {
            return Optional.of("password.wrong");
        }
        Actor actor = new Actor(user.name(), session.device().origin());
        store.password(user.id(), passwords.hash(fresh), false, actor);
        store.sessions(Optional.of(user.id())).stream()
                .filter(other -> !other.key().equals(session.key()))
                .forEach(other -> store.end(other.key(), actor, "the password was changed"));
        return Optional.empty();
    }

    /** The first user and its one-time password; empty when there are users. */
    public Optional<String> firstAdmin() {
        String password = passwords.oneTime();
        IdentityStore.NewUser admin = new IdentityStore.NewUser(
                "admin", tallygate.gateway.identity.Role.ADMIN, passwords.hash(password), true);
        return store.addFirst(admin, new Actor("tallygate", "start")) ? Optional.of(password) : Optional.empty();
    }
}
