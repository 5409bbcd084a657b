package tallygate.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.desk.ChainStore;

/**
 * Appends the newest digest of the audit log to a file once an hour: a line of JSON, on the disk when this returns. Whoever rewrites
 * the database later cannot rewrite what stands there.
 */
public final class AuditHeads {
    private static final Logger log = LoggerFactory.getLogger(AuditHeads.class);
    private static final Duration EVERY = Duration.ofHours(1);
    private static final String KIND = "audit-heads";

    private final ChainStore chain;
    private final Path file;
    private final Clock clock;
    private final Alerts alerts;
    private Instant last = Instant.EPOCH;

    public AuditHeads(ChainStore chain, Path file, Clock clock, Alerts alerts) {
        this.chain = chain;
        this.file = file;
        this.clock = clock;
        this.alerts = alerts;
    }

    /** To be called now and then; one that could not be written is tried again at the next call. */
    public void tick() {
        Instant now = clock.instant();
        if (now.isBefore(last.plus(EVERY))) {
            return;
        }
        Optional<ChainStore.Head> head = chain.head();
        if (head.isEmpty()) {
            return;
        }
        try {
            append(line(now, head.get()));
            last = now;
            alerts.resolve(KIND, "audit");
        } catch (IOException e) {
            log.error("file={} the audit log is not anchored, tried again: {}", file, e.toString());
            alerts.raise(new Alert(
                    KIND,
                    "audit",
                    Alert.Severity.WARNING,
                    "The audit log's digest cannot be appended to " + file + ": make the folder writable",
                    Map.of("error", e.getClass().getSimpleName())));
        }
    }

    private static String line(Instant now, ChainStore.Head head) {
        return "{\"at\":\"" + now + "\",\"chainSeq\":" + head.chainSeq() + ",\"rowHash\":\"" + head.rowHash() + "\"}\n";
    }

    private void append(String line) throws IOException {
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
    }
}
