package tallygate.callback.provider.query;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/** Access tokens of an OAuth 2 client (RFC 6749, 4.4), asked for when the last one is near its end. Never printed. */
final class Tokens {
    private static final Duration EARLY = Duration.ofMinutes(1);
    private static final long SECONDS_MAX = Duration.ofDays(1).toSeconds();

    private final OutboundRequest request;
    private final ReentrantLock lock = new ReentrantLock();
    private String token = "";
    private Instant until = Instant.MIN;

    /** @param request the client-credentials call */
    Tokens(OutboundRequest request) {
        this.request = request;
    }

    /** What came of asking for a token. */
    sealed interface Grant {
        record Token(String text) implements Grant {
            @Override
            public String toString() {
                return "Token[***]";
            }
        }

        record None(Asked.Nothing why) implements Grant {}
    }

    Grant current(QueryTools tools) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (tools.clock().instant().isBefore(until)) {
                return new Grant.Token(token);
            }
            return switch (Asked.send(request, tools)) {
                case Asked.Nothing nothing -> new Grant.None(nothing);
                case Asked.Got got -> taken(got, tools);
            };
        } finally {
            lock.unlock();
        }
    }

    private Grant taken(Asked.Got got, QueryTools tools) {
        try {
            JsonValue answer = got.json();
            String found = answer.scalarAt("/access_token");
            String seconds = answer.scalarAt("/expires_in");
            if (got.isFound() && !found.isEmpty() && seconds.matches("[0-9]{1,9}")) {
                token = found;
                long term = Math.min(Long.parseLong(seconds), SECONDS_MAX);
                until = tools.clock().instant().plusSeconds(term).minus(EARLY);
                return new Grant.Token(token);
            }
        } catch (UnreadableException e) {
            // Told below: what came is no token.
        }
        boolean isOurs = got.status() >= 400;
        return new Grant.None(new Asked.Nothing(
                "no access token: the provider answered HTTP " + got.status(), isOurs, Optional.empty()));
    }

    /** The provider does not take it any more. */
    void forget() {
        lock.lock();
        try {
            until = Instant.MIN;
        } finally {
            lock.unlock();
        }
    }
}
