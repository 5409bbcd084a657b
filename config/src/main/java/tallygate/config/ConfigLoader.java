package tallygate.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tallygate.config.key.Reading;
import tallygate.config.key.Section;
import tallygate.config.source.EnvironmentOverrides;
import tallygate.config.source.Node;
import tallygate.config.source.Origin;
import tallygate.config.source.Placeholders;
import tallygate.config.source.Problem;
import tallygate.config.source.Problems;
import tallygate.config.source.YamlReader;

/** File, then overrides, then placeholders, then records. */
final class ConfigLoader {
    private final Map<String, String> environment;

    ConfigLoader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    Loading load(Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(YamlReader.BYTES_MAX + 1);
        } catch (NoSuchFileException e) {
            return unreadable("the file " + file + " does not exist");
        } catch (AccessDeniedException e) {
            return unreadable("the file " + file + " cannot be read: access denied");
        } catch (IOException e) {
            return unreadable("the file " + file + " cannot be read: " + e.getMessage());
        }
        Path folder = file.toAbsolutePath().getParent();
        return parse(bytes, folder == null ? Path.of("/") : folder);
    }

    Loading parse(String yaml, Path folder) {
        return parse(yaml.getBytes(StandardCharsets.UTF_8), folder);
    }

    private Loading parse(byte[] bytes, Path folder) {
        var problems = new Problems();
        Node written = YamlReader.read(bytes, problems);
        if (written instanceof Node.Broken) {
            return new Loading.Broken(problems.inOrder(), List.of());
        }
        Node overridden = new EnvironmentOverrides(environment, problems).apply(written);
        Node filled = new Placeholders(folder, environment, problems).fill(overridden);
        var reading = new Reading(problems);
        GatewayConfig config = Section.root(GatewayConfig.GROUP, filled, reading, GatewayConfig::from);
        if (problems.isEmpty()) {
            return new Loading.Loaded(
                    config,
                    new EffectiveConfig(reading.settings()),
                    reading.warnings().inOrder());
        }
        return new Loading.Broken(problems.inOrder(), intact(config, problems));
    }

    private static List<EndpointConfig> intact(GatewayConfig config, Problems problems) {
        List<EndpointConfig> intact = new ArrayList<>(config.endpoints());
        intact.removeIf(endpoint -> problems.touch("endpoints." + endpoint.name()));
        return intact;
    }

    private static Loading unreadable(String text) {
        return new Loading.Broken(List.of(new Problem("", Origin.NOWHERE, text)), List.of());
    }
}
