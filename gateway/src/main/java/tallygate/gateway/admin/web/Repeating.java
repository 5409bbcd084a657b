package tallygate.gateway.admin.web;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Repeats;
import tallygate.gateway.identity.Secrets;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Writes with an {@code Idempotency-Key}: done once, answered alike. An answer that is shown once is not kept. */
final class Repeating {
    private static final int KEY_MAX = 128;
    private static final HttpReply SHOWN = Problem.of(
                    409,
                    "shown-once",
                    "Done, and not shown again",
                    "It was done before with this key. Its answer held a secret, which is shown once and kept nowhere.")
            .reply(List.of());

    private final Repeats repeats;

    Repeating(Repeats repeats) {
        this.repeats = repeats;
    }

    /** @throws ProblemException for a key that is none, that another request used, or whose request has not ended */
    Reply once(Call call, Route route, String key) {
        if (key.isEmpty() || key.length() > KEY_MAX || !key.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw ProblemException.bad("Idempotency-Key", "has 1.." + KEY_MAX + " visible ASCII characters");
        }
        String caller = call.caller().name();
        RawRequest request = call.request();
        String digest = Secrets.digest(request.method() + " " + request.target() + "\n"
                + Secrets.digest(new String(request.body(), StandardCharsets.ISO_8859_1)));
        return switch (repeats.begin(caller, key, digest)) {
            case Repeats.Known.Fresh() -> first(call, route, key);
            case Repeats.Known.Done done ->
                new Reply.Whole(new HttpReply(
                        done.status(),
                        List.of(new Header("Idempotency-Replayed", "true")),
                        done.contentType(),
                        done.body()));
            case Repeats.Known.Unfinished() ->
                throw new ProblemException(Problem.of(
                        409,
                        "unfinished",
                        "Not finished",
                        "A request with this key was begun and has not ended. Look at the object."));
            case Repeats.Known.Other() ->
                throw new ProblemException(Problem.of(
                        422, "key-reused", "Key used before", "This Idempotency-Key belongs to another request."));
        };
    }

    private Reply first(Call call, Route route, String key) {
        String caller = call.caller().name();
        try {
            Reply reply = route.action().answer(call);
            if (reply instanceof Reply.Whole(HttpReply http)) {
                HttpReply kept = route.isShownOnce() ? SHOWN : http;
                repeats.end(
                        caller,
                        key,
                        Optional.of(new Repeats.Known.Done(kept.status(), kept.contentType(), kept.body())));
            }
            return reply;
        } catch (ProblemException e) {
            repeats.end(caller, key, Optional.empty());
            throw e;
        }
    }
}
