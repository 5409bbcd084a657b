package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tallygate.deploy.Deployment;
import tallygate.deploy.Dockerfile;
import tallygate.house.Repository;

/** The tree that the Dockerfile makes, by its own steps; the distribution that was packaged stands for its build with Maven. */
final class Image {
    private static final Path SCRIPT =
            Path.of("src/test/resources/image-run.sh").toAbsolutePath();

    private final Path folder;
    private final Path root;
    private final Dockerfile.Stage last;

    private Image(Path folder, Dockerfile.Stage last) throws IOException {
        this.folder = folder;
        this.root = Files.createDirectories(folder.resolve("root"));
        this.last = last;
    }

    static Image build(Path folder) throws IOException {
        Dockerfile file = Dockerfile.read(Repository.text(Path.of("Dockerfile")));
        assertThat(file.stages()).hasSize(2);
        buildStage(folder, file.stages().getFirst().all("RUN"));
        Image image = new Image(folder, file.stages().getLast());
        image.lastStage();
        return image;
    }

    private static void buildStage(Path folder, List<String> steps) throws IOException {
        assertThat(steps).hasSize(3);
        assertThat(steps.get(0)).startsWith("apt-get update && apt-get install -y --no-install-recommends maven");
        assertThat(steps.get(1)).isEqualTo("mvn -B -ntp -DskipTests package");
        Path made = Files.createDirectories(folder.resolve("src/gateway/target"));
        // Linked, not copied: what the step removes here stays where it was made.
        sh(folder, "cp -al '" + Path.of("target/tallygate").toAbsolutePath() + "' '" + made + "'");
        assertThat(steps.get(2)).startsWith("jlink ");
        sh(
                folder.resolve("src"),
                Path.of(System.getProperty("java.home"), "bin")
                        + "/"
                        + steps.get(2).replace("/jre", folder.resolve("jre") + ""));
    }

    private void lastStage() throws IOException {
        Path accounts = Files.createDirectories(root.resolve("etc"));
        Files.writeString(accounts.resolve("passwd"), "root:x:0:0:root:/root:/bin/sh\n");
        Files.writeString(accounts.resolve("group"), "root:x:0:\n");
        for (Dockerfile.Instruction step : last.instructions()) {
            switch (step.word()) {
                case "RUN" -> must(run("build", Map.of(), List.of("/bin/sh", "-c", step.rest())), step.rest());
                case "COPY" -> copy(step.rest());
                case "FROM", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD" -> {
                    // Settings of the image, read where it is started.
                }
                default -> throw new AssertionError("a step that nobody carries out here: " + step);
            }
        }
    }

    private void copy(String rest) throws IOException {
        String[] words = rest.split(" ");
        assertThat(words).hasSize(3);
        assertThat(words[0]).isEqualTo("--from=build");
        Path to = root.resolve(words[2].substring(1));
        Files.createDirectories(to.getParent());
        sh(folder, "cp -a '" + folder.resolve(words[1].substring(1)) + "' '" + to + "'");
    }

    Path root() {
        return root;
    }

    Dockerfile.Stage settings() {
        return last;
    }

    /** A command in the finished image. */
    Deployment.Said inside(List<String> command) {
        return run("run", last.environment(), command);
    }

    /** The image as it is started without arguments, with this configuration. */
    Process start(String configuration, Path log) throws IOException {
        Path place = Files.createDirectories(root.resolve("etc/tallygate"));
        Files.writeString(place.resolve("tallygate.yaml"), configuration);
        List<String> command = command("run");
        command.addAll(last.last("ENTRYPOINT").exec());
        command.addAll(last.last("CMD").exec());
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        builder.environment().putAll(last.environment());
        return builder.start();
    }

    private List<String> command(String mode) {
        return new ArrayList<>(List.of(
                "unshare", "--mount", "--propagation", "private", "/bin/sh", SCRIPT.toString(), mode, root.toString()));
    }

    private Deployment.Said run(String mode, Map<String, String> environment, List<String> words) {
        List<String> command = command(mode);
        command.addAll(words);
        return Deployment.run(folder, environment, command);
    }

    private static void sh(Path directory, String script) {
        must(Deployment.run(directory, Map.of(), List.of("/bin/sh", "-ec", script)), script);
    }

    private static void must(Deployment.Said said, String what) {
        assertThat(said.exit()).as("%s: %s", what, said.text()).isZero();
    }
}
