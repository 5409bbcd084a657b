package tallygate.gateway.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How the embedded server is run.
 *
 * @param dataDir where the gateway keeps its data; the server's files go to {@code mariadb} below it
 * @param binaries where the server's programs are unpacked to; may be shared by several data directories
 * @param archiveDir folder with the jar that holds the programs; empty: it is on the class path
 * @param bufferPoolMebibytes memory for cached pages
 * @param redoLogMebibytes of the file that changes are first written to; a small one makes the server write pages all the time
 * @param initSql statements for the first moments of each start, one line each, besides those that make the user
 */
public record EmbeddedSettings(
        Path dataDir,
        Path binaries,
        Optional<Path> archiveDir,
        int bufferPoolMebibytes,
        int redoLogMebibytes,
        List<String> initSql) {
    /** What a small installation needs, on a disk that others use too. */
    private static final int REDO_LOG_MEBIBYTES = 128;

    public EmbeddedSettings {
        dataDir = dataDir.toAbsolutePath().normalize();
        binaries = binaries.toAbsolutePath().normalize();
        initSql = List.copyOf(initSql);
        if (bufferPoolMebibytes < 32) {
            throw new IllegalArgumentException("the buffer pool has at least 32 MiB, asked for " + bufferPoolMebibytes);
        }
        if (redoLogMebibytes < 32) {
            throw new IllegalArgumentException("the redo log has at least 32 MiB, asked for " + redoLogMebibytes);
        }
    }

    /** Programs and data below one folder, 256 MiB of buffer pool, 128 MiB of redo log. */
    public static EmbeddedSettings below(Path dataDir, Optional<Path> archiveDir) {
        return new EmbeddedSettings(
                dataDir, dataDir.resolve("mariadb"), archiveDir, 256, REDO_LOG_MEBIBYTES, List.of());
    }

    Path home() {
        return dataDir.resolve("mariadb");
    }

    /** Its own: a server deletes what others have in its folder for temporary tables when it starts. */
    Path temporary() {
        return home().resolve("tmp");
    }

    Path serverData() {
        return home().resolve("data");
    }
}
