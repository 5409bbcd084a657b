package tallygate.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tallygate.callback.provider.catalog.Providers;
import tallygate.config.source.Origin;
import tallygate.config.source.Problem;

/**
 * The providers of this gateway: those that come with it, and those that the operator defines in files of their own, in the
 * folder {@code providers} beside the configuration file.
 *
 * @param providers without the files when one of them is broken
 * @param problems of the files, each with file and line
 */
public record OwnProviders(Providers providers, List<Problem> problems) {
    private static final String FOLDER = "providers";
    private static final String ENDING = ".yaml";

    public OwnProviders {
        problems = List.copyOf(problems);
    }

    /** Reads every definition beside the configuration; there need not be any. */
    public static OwnProviders beside(Path config) {
        Path folder = config.toAbsolutePath().resolveSibling(FOLDER);
        if (!Files.isDirectory(folder)) {
            return new OwnProviders(Providers.builtIn(), List.of());
        }
        try {
            return switch (Providers.withFiles(texts(folder))) {
                case Providers.Loading.Loaded loaded -> new OwnProviders(loaded.providers(), List.of());
                case Providers.Loading.Broken broken -> broken(broken.complaints());
            };
        } catch (IOException e) {
            return broken(List.of(folder + " cannot be read: " + e.getMessage()));
        }
    }

    private static OwnProviders broken(List<String> complaints) {
        List<Problem> problems = complaints.stream()
                .map(complaint -> new Problem("", Origin.NOWHERE, complaint))
                .toList();
        return new OwnProviders(Providers.builtIn(), problems);
    }

    private static Map<String, String> texts(Path folder) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().endsWith(ENDING))
                    .sorted()
                    .toList()) {
                texts.put(FOLDER + "/" + file.getFileName(), Files.readString(file));
            }
        }
        return texts;
    }
}
