package tallygate.defences;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The product and its tests once more beside the running ones, with some classes exchanged. Everything else is the parent's. */
final class PatchedClasses extends ClassLoader {
    private static final String OURS = "tallygate.";
    /** Compiled templates are loaded by their engine's loader and name our classes. */
    private static final String TEMPLATES = "gg.jte.";

    /** Of the other modules, which are jars on the class path, the tests are nowhere but here. */
    private static final List<Path> MORE = List.of(
            Path.of("..", "callback-handlers", "target", "test-classes"),
            Path.of("..", "signature", "target", "test-classes"),
            Path.of("..", "config", "target", "test-classes"));

    private final Path exchanged;

    /** @param exchanged holds the other classes, by their packages */
    PatchedClasses(Path exchanged) {
        super(PatchedClasses.class.getClassLoader());
        this.exchanged = exchanged;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) && !name.startsWith(TEMPLATES)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            byte[] bytes = bytes(name.replace('.', '/') + ".class");
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private byte[] bytes(String file) throws IOException {
        Path other = exchanged.resolve(file);
        if (Files.exists(other)) {
            return Files.readAllBytes(other);
        }
        try (InputStream in = getParent().getResourceAsStream(file)) {
            if (in != null) {
                return in.readAllBytes();
            }
        }
        for (Path folder : MORE) {
            if (Files.exists(folder.resolve(file))) {
                return Files.readAllBytes(folder.resolve(file));
            }
        }
        throw new IOException(file + " is in no module");
    }

    /** By its name below {@code tallygate}. */
    Class<?> named(String name) {
        try {
            return loadClass(OURS + name);
        } catch (ClassNotFoundException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
