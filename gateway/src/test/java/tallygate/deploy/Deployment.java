package tallygate.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tallygate.house.Repository;

/** Where the deployment files are, and how they are read. */
public final class Deployment {
    private static final long SECONDS_MAX = 60;

    private Deployment() {}

    /** What a tool said, and how it ended. */
    public record Said(int exit, String text) {}

    public static Path file(String name) {
        return Repository.root().resolve("config/deploy").resolve(name);
    }

    public static String text(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Object yaml(String text) {
        return new Load(settings()).loadFromString(text);
    }

    /** The documents of a stream, without empty ones. */
    public static List<Map<String, Object>> documents(String text) {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (Object document : new Load(settings()).loadAllFromString(text)) {
            if (document != null) {
                documents.add(map(document));
            }
        }
        return documents;
    }

    private static LoadSettings settings() {
        return LoadSettings.builder().setAllowDuplicateKeys(false).build();
    }

    /** A mapping, with what it takes over by {@code <<} in it: compose files merge so, YAML 1.2 itself does not. */
    public static Map<String, Object> map(Object node) {
        Map<String, Object> merged = new LinkedHashMap<>();
        if (node instanceof Map<?, ?> all) {
            if (all.get("<<") instanceof Map<?, ?> taken) {
                merged.putAll(map(taken));
            }
            all.forEach((key, value) -> merged.put(String.valueOf(key), value));
            merged.remove("<<");
            return merged;
        }
        throw new AssertionError("no mapping: " + node);
    }

    public static List<?> list(Object node) {
        if (node instanceof List<?> all) {
            return all;
        }
        throw new AssertionError("no list: " + node);
    }

    /** What stands under a path of keys. */
    public static Object at(Object node, String... keys) {
        Object here = node;
        for (String key : keys) {
            here = map(here).get(key);
            if (here == null) {
                throw new AssertionError("nothing under " + List.of(keys) + " in " + node);
            }
        }
        return here;
    }

    public static Said run(Path directory, Map<String, String> environment, List<String> command) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " does not end: " + text);
            }
            return new Said(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(command + " was interrupted", e);
        }
    }
}
