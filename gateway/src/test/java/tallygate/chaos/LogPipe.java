package tallygate.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A pipe that a node logs into, with a reader that can stand still or go away: what a container's log driver is. */
final class LogPipe implements AutoCloseable {
    private final Path folder;
    private Process reader;

    LogPipe(Path folder) throws IOException {
        this.folder = folder;
        try {
            MariaDb.run("mkfifo", pipe().toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        reader = read();
    }

    Path pipe() {
        return folder.resolve("log.pipe");
    }

    /** Open for both ways, so that it does not end while a node restarts. */
    private Process read() throws IOException {
        return new ProcessBuilder("sh", "-c", "exec cat <>log.pipe >>log.txt")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    void stop() throws IOException, InterruptedException {
        MariaDb.run("kill", "-STOP", Long.toString(reader.pid()));
    }

    void goOn() throws IOException, InterruptedException {
        MariaDb.run("kill", "-CONT", Long.toString(reader.pid()));
    }

    /** As when the disk of the log is full: the reader ends, and nobody reads. */
    void end() throws InterruptedException {
        reader.destroyForcibly();
        reader.waitFor(5, TimeUnit.SECONDS);
    }

    void again() throws IOException {
        reader = read();
    }

    String text() throws IOException {
        return Files.readString(folder.resolve("log.txt"));
    }

    @Override
    public void close() {
        reader.destroyForcibly();
    }
}
