package tallygate.gateway.admin.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tallygate.gateway.admin.api.TaskView;
import tallygate.gateway.ingest.EndpointDesk;

/**
 * What an endpoint's page shows.
 *
 * @param last its newest tasks among the newest of all
 * @param tried the test that was sent just now
 */
public record EndpointView(
        EndpointDesk.EndpointUse use,
        EndpointPages.State state,
        List<TaskView> last,
        Optional<EndpointDesk.Tried.Answered> tried) {
    private static final Duration KEY_ENDS_SOON = Duration.ofDays(30);

    /** A key as a line of a table; a share below zero: no callback yet. */
    public record Key(
            String id, String slot, String sign, String state, String age, String end, int share, String last) {}

    public String name() {
        return use.endpoint().name();
    }

    /** What is registered with the provider, at the public address of the gateway. */
    public List<String> paths() {
        return Stream.concat(Stream.of("/callbacks/" + name()), use.endpoint().aliases().stream())
                .toList();
    }

    public List<Key> keys(Look look) {
        return use.keys().stream().map(key -> key(look, key)).toList();
    }

    private Key key(Look look, EndpointDesk.KeyUse key) {
        boolean isEarly = key.key().notBefore().filter(look.now()::isBefore).isPresent();
        boolean isOver = key.key().notAfter().filter(look.now()::isAfter).isPresent();
        boolean isSoon = key.key()
                .notAfter()
                .filter(look.now().plus(KEY_ENDS_SOON)::isAfter)
                .isPresent();
        String state = isOver
                ? look.say("Ended", "已到期")
                : isEarly
                        ? look.say("Not yet", "尚未生效")
                        : isSoon ? look.say("Ends soon", "即将到期") : look.say("Active", "有效");
        return new Key(
                look.shortened(key.key().id()),
                key.key().slot(),
                isOver ? "failed" : isEarly ? "planned" : isSoon ? "warn" : "success",
                state,
                key.key()
                        .notBefore()
                        .filter(look.now()::isAfter)
                        .map(from -> look.span(Duration.between(from, look.now())))
                        .orElse("–"),
                key.key().notAfter().map(look::ago).orElse(look.say("never", "不过期")),
                use.signed() == 0 ? -1 : (int) Math.round(100.0 * key.signed() / use.signed()),
                key.last().map(look::ago).orElse("–"));
    }

    /** The answer's body as text, for people. */
    public String answerText() {
        return tried.map(answered -> new String(answered.answer().body(), StandardCharsets.UTF_8))
                .orElse("");
    }
}
