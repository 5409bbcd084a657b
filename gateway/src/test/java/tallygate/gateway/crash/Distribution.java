package tallygate.gateway.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The distribution as it was packaged. */
final class Distribution {
    private final Path root;

    private Distribution(Path root) {
        this.root = root;
    }

    static Distribution packaged() {
        Path root = Path.of("target", "tallygate").toAbsolutePath();
        if (!Files.isExecutable(root.resolve("bin/tallygate"))) {
            throw new IllegalStateException("no distribution in " + root + ": run mvn package first");
        }
        return new Distribution(root);
    }

    /** The launcher, as the leader of a process group of its own. */
    List<String> gateway(String... arguments) {
        var command = new ArrayList<String>(
                List.of("setsid", root.resolve("bin/tallygate").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** One of the load tools. */
    List<String> loadtest(String... arguments) {
        var command = new ArrayList<String>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                root.resolve("lib/loadtest") + "/*",
                "tallygate.loadtest.Main"));
        command.addAll(List.of(arguments));
        return command;
    }
}
