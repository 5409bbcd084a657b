package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * What the last drill came to; {@code last-drill.json} under the data directory.
 *
 * @param broken exercises that did not hold
 */
record LastDrill(Instant at, int rounds, int exercises, int broken) {
    private static final String FILE = "last-drill.json";

    void write(Path dataDir) throws IOException {
        Files.createDirectories(dataDir);
        Path fresh = Files.createTempFile(dataDir, "last-drill", ".tmp");
        String json = new ObjectMapper()
                .createObjectNode()
                .put("at", at.toString())
                .put("rounds", rounds)
                .put("exercises", exercises)
                .put("broken", broken)
                .toString();
        Files.writeString(fresh, json + "\n");
        Files.move(fresh, dataDir.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Empty when there was none, or what is there is not one. */
    static Optional<LastDrill> read(Path dataDir) {
        try {
            JsonNode json = new ObjectMapper().readTree(Files.readString(dataDir.resolve(FILE)));
            return Optional.of(new LastDrill(
                    Instant.parse(json.path("at").asText()),
                    json.path("rounds").asInt(),
                    json.path("exercises").asInt(),
                    json.path("broken").asInt(Integer.MAX_VALUE)));
        } catch (IOException | DateTimeException _) {
            return Optional.empty();
        }
    }

    boolean isWhole() {
        return rounds >= 3 && exercises > 0 && broken == 0;
    }
}
