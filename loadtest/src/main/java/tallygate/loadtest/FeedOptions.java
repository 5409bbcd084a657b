package tallygate.loadtest;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import tallygate.loadtest.drive.Aim;
import tallygate.loadtest.feed.CallbackPlan;
import tallygate.loadtest.feed.SignedFeed;

/** The options that all senders of callbacks share. */
record FeedOptions(List<URI> urls, String secret) {
    static FeedOptions of(Options options) throws Options.UsageException {
        List<URI> urls = options.all("url").stream().map(URI::create).toList();
        if (urls.isEmpty()) {
            throw new Options.UsageException("--url is missing");
        }
        for (URI url : urls) {
            if (!"http".equals(url.getScheme()) || url.getHost() == null || url.getPort() < 0) {
                throw new Options.UsageException("--url must be http://host:port/path, was " + url);
            }
        }
        return new FeedOptions(urls, options.text("secret"));
    }

    SignedFeed feed(CallbackPlan plan, InstantSource clock) {
        URI first = urls.getFirst();
        String target = first.getRawPath() + (first.getRawQuery() == null ? "" : "?" + first.getRawQuery());
        return SignedFeed.of(plan, new SignedFeed.Endpoint(first.getRawAuthority(), target, secret), clock);
    }

    Aim aim(int connections, Duration patience) {
        List<InetSocketAddress> targets = urls.stream()
                .map(url -> new InetSocketAddress(url.getHost(), url.getPort()))
                .toList();
        return new Aim(targets, connections, patience);
    }

    /** Writes the event ids of some messages, one a line. */
    static void writeEventIds(Path file, SignedFeed feed, BitSet messages) throws IOException {
        var ids = new ArrayList<String>(messages.cardinality());
        messages.stream().forEach(message -> ids.add(feed.eventId(message)));
        Files.write(file, ids);
    }

    @Override
    public String toString() {
        return "FeedOptions[urls=" + urls + "]";
    }
}
