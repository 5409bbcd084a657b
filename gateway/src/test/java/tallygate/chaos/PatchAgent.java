package tallygate.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;

/** In the JVM of a gateway: loads some of its classes from a folder instead, so that a test can take a defence away. */
public final class PatchAgent {
    private PatchAgent() {}

    /** @param folder holds the other classes, by their packages */
    public static void premain(String folder, Instrumentation instrumentation) {
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
                Path other = Path.of(folder, name + ".class");
                try {
                    return Files.exists(other) ? Files.readAllBytes(other) : null;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }
}
