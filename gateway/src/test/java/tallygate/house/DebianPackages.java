package tallygate.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Sets up what tests need: as root on Debian a missing server is installed; elsewhere it stays missing and its tests are skipped by name. */
public final class DebianPackages {
    private static final long MINUTES_MAX = 10;

    private DebianPackages() {}

    /** The program, installed when that is possible; empty when it cannot be had here. */
    public static synchronized Optional<Path> program(String packageName, Path program) {
        if (!Files.isExecutable(program) && canInstall()) {
            install(packageName);
        }
        return Files.isExecutable(program) ? Optional.of(program) : Optional.empty();
    }

    /** As {@link #program}, for a file that is not run itself: a module, a library. */
    public static synchronized Optional<Path> file(String packageName, Path file) {
        if (!Files.exists(file) && canInstall()) {
            install(packageName);
        }
        return Files.exists(file) ? Optional.of(file) : Optional.empty();
    }

    private static boolean canInstall() {
        return Files.exists(Path.of("/etc/debian_version"))
                && "root".equals(System.getProperty("user.name"))
                && Files.isExecutable(Path.of("/usr/bin/apt-get"));
    }

    private static void install(String packageName) {
        // A policy of 101 keeps the package from starting a server of its own.
        String script = "export DEBIAN_FRONTEND=noninteractive; [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\\n"
            + "exit 101\\n"
            + "' > /usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d; }; apt-get update -qq && apt-get install -y"
            + " -qq --no-install-recommends " + packageName;
        try {
            Process process = new ProcessBuilder("sh", "-c", script)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new IllegalStateException("apt-get does not run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
