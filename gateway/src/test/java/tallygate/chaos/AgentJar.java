package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Puts a class of these tests into the JVM of a packaged gateway, which knows nothing of it. */
final class AgentJar {
    private AgentJar() {}

    /**
     * Packs an agent into {@code folder}.
     *
     * @param inner names of its own classes, as {@code $1}
     * @return the JVM's option, which ends where the agent's argument begins
     */
    static String option(Path folder, Class<?> agent, String... inner) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
        Path jar = folder.resolve(agent.getSimpleName() + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            add(entries, agent, "");
            for (String one : List.of(inner)) {
                add(entries, agent, one);
            }
        }
        return "-javaagent:" + jar + "=";
    }

    private static void add(JarOutputStream entries, Class<?> agent, String inner) throws IOException {
        String name = agent.getSimpleName() + inner + ".class";
        entries.putNextEntry(new JarEntry("tallygate/chaos/" + name));
        try (var in = agent.getResourceAsStream(name)) {
            assertThat(in).isNotNull();
            in.transferTo(entries);
        }
    }
}
