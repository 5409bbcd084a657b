package tallygate.gateway.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What the server wrote last, for the operator's message. */
final class ServerLog {
    private static final int LINES = 3;

    private ServerLog() {}

    /** Each start has a log of its own; the one before is kept. */
    static void begin(Path log) {
        try {
            if (Files.exists(log)) {
                Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new EmbeddedException("The embedded database's log " + log + " cannot be renamed: " + e, e);
        }
    }

    /** The last lines that speak of an error, else the last lines; empty when there is no log. */
    static String tail(Path log) {
        try {
            if (!Files.exists(log)) {
                return "";
            }
            var lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            var errors = lines.stream()
                    .filter(line -> line.toLowerCase(java.util.Locale.ROOT).contains("error"))
                    .toList();
            var told = errors.isEmpty() ? lines : errors;
            return String.join(" | ", told.subList(Math.max(0, told.size() - LINES), told.size()));
        } catch (IOException e) {
            return "(" + log + " cannot be read: " + e + ")";
        }
    }
}
