package tallygate.loadtest;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import tallygate.loadtest.drive.Driver;
import tallygate.loadtest.feed.CallbackPlan;
import tallygate.loadtest.feed.SignedFeed;
import tallygate.loadtest.measure.Json;
import tallygate.loadtest.provider.Provider;
import tallygate.loadtest.provider.ResendPlan;

/** {@code provider}: sends notices, and again what is not acknowledged, and prints what became of them. */
final class ProviderCommand {
    private final InstantSource clock;
    private final LongSupplier nanos;

    ProviderCommand(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
    }

    void run(Options options, PrintStream out) throws Options.UsageException, IOException {
        FeedOptions to = FeedOptions.of(options);
        int connections = options.number("connections", 64);
        Duration patience = options.duration("timeout", "5s");
        double perSecond = options.real("rate", 500);
        ResendPlan plan =
                ResendPlan.of(options.text("plan", "1s,2s,4s,8s,16s,32s")).scaled(options.real("scale", 1));
        var callbacks =
                new CallbackPlan(options.number("seed", 1), options.number("count", 0), 0, 0, CallbackPlan.BODY_BYTES);
        Optional<Path> acceptedIds = options.last("accepted").map(Path::of);
        options.refuseUnknown();

        SignedFeed feed = to.feed(callbacks, clock);
        Provider.Sent sent = new Provider(to.aim(connections, patience), nanos)
                .send(new Driver.Messages(feed.size(), feed::request, false), plan, perSecond);
        if (acceptedIds.isPresent()) {
            FeedOptions.writeEventIds(acceptedIds.get(), feed, sent.acknowledged());
        }
        out.println(Json.line(sent.result()));
    }
}
