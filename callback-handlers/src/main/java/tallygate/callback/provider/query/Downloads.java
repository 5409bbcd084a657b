package tallygate.callback.provider.query;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tallygate.callback.outbound.OutboundAnswer;
import tallygate.callback.outbound.OutboundLimits;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StatementSource.Fetched;
import tallygate.callback.provider.read.UnreadableException;

/** One file from a provider, written as it comes. */
final class Downloads {
    /** A month's end of a large shop over a slow line. */
    private static final OutboundLimits LIMITS =
            new OutboundLimits(Duration.ofSeconds(5), Duration.ofMinutes(10), 64 * 1024);

    private Downloads() {}

    /** @return nothing when the file is whole */
    static Optional<Fetched> into(Path file, OutboundRequest request, long bytesMax, QueryTools tools)
            throws IOException, InterruptedException {
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            return switch (tools.outbound().download(request.within(LIMITS), to, bytesMax)) {
                case OutboundAnswer.Answered answer when answer.isSuccess() -> Optional.empty();
                case OutboundAnswer.Answered answer ->
                    Optional.of(new Fetched.Failed(
                            "the download answered HTTP " + answer.status(),
                            answer.status() == 401 || answer.status() == 403,
                            Optional.empty()));
                case OutboundAnswer.NotSent(String why, boolean isForbidden) ->
                    Optional.of(new Fetched.Failed(why, isForbidden, Optional.empty()));
                case OutboundAnswer.Unknown(String why) -> Optional.of(Fetched.Failed.later(why));
            };
        }
    }

    /** Reads an answer that may hold the address of a file. */
    interface Reading {
        Fetched of(Asked.Got got) throws UnreadableException, IOException, InterruptedException;
    }

    /** @param whose the provider's name, for an answer that cannot be read */
    static Fetched read(Asked asked, String whose, Reading reading) throws IOException, InterruptedException {
        return switch (asked) {
            case Asked.Nothing nothing -> failed(nothing);
            case Asked.Got got -> {
                try {
                    yield reading.of(got);
                } catch (UnreadableException e) {
                    yield Fetched.Failed.later(whose + "'s answer (HTTP " + got.status() + ") cannot be read");
                }
            }
        };
    }

    static Fetched.Failed failed(Asked.Nothing nothing) {
        return new Fetched.Failed(nothing.why(), nothing.isOurs(), nothing.notBefore());
    }
}
