package tallygate.gateway.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A load tool as a child process. It ends with its standard input, so it never outlives this one. */
final class Tool implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    Tool(List<String> command) throws IOException {
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The next line of JSON; blocks until there is one. */
    String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the tool ended without a line, exit code " + exitCode());
        }
        return line;
    }

    private String exitCode() {
        return process.isAlive() ? "none yet" : Integer.toString(process.exitValue());
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
