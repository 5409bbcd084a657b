package tallygate.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The checkout that the tests run in. */
public final class Repository {
    private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules", "data");

    private Repository() {}

    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (here != null && !Files.isDirectory(here.resolve("callback-handlers"))) {
            here = here.getParent();
        }
        if (here == null) {
            throw new IllegalStateException(
                    "not inside the repository: " + Path.of("").toAbsolutePath());
        }
        return here;
    }

    /** All files of ours with one of the endings, by path relative to the root. */
    public static List<Path> files(String... endings) {
        Path root = root();
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(Repository::isOurs)
                    .filter(p -> Stream.of(endings).anyMatch(p.toString()::endsWith))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String text(Path relative) {
        try {
            return Files.readString(root().resolve(relative));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOurs(Path relative) {
        for (Path part : relative) {
            if (NOT_OURS.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }
}
