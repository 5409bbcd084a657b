package tallygate.defences;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * Pieces of one of the product's sources that are replaced, so that it is compiled without what they do. Nothing in the product
 * knows of it.
 *
 * @param pieces what stands there, each once, and what stands there instead
 */
public record Cut(Path source, Map<String, String> pieces) {
    public Cut {
        pieces = Collections.unmodifiableMap(new LinkedHashMap<>(pieces));
    }

    /** @param where module, colon, source file below {@code tallygate} */
    public static Cut of(String where, String from, String to) {
        String[] parts = where.split(":", 2);
        return new Cut(
                Path.of("..", parts[0], "src", "main", "java", "tallygate", parts[1] + ".java"), Map.of(from, to));
    }

    /** One more piece of the same source. */
    public Cut and(String from, String to) {
        Map<String, String> more = new LinkedHashMap<>(pieces);
        more.put(from, to);
        return new Cut(source, more);
    }

    /** @return the folder of the classes without it */
    public Path compiled(Path folder) throws IOException {
        String text = Files.readString(source);
        for (Map.Entry<String, String> piece : pieces.entrySet()) {
            assertThat(text.split(Pattern.quote(piece.getKey()), -1))
                    .as("stands once in %s: the source has moved on, move this with it: %s", source, piece.getKey())
                    .hasSize(2);
            text = text.replace(piece.getKey(), piece.getValue());
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path changed = Files.writeString(folder.resolve(source.getFileName()), text);
        List<String> options = List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                Path.of("target", "classes")
                        + System.getProperty("path.separator")
                        + System.getProperty("java.class.path"),
                changed.toString());
        int exit = ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
        assertThat(exit).as("%s compiles", changed).isZero();
        return classes;
    }
}
