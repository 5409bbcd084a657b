package tallygate.gateway.confirm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fetched certificates on this node's disk, one file an endpoint, so that a start needs no provider. They are public. */
final class CertificateShelf {
    private static final String BETWEEN = "\n# next\n";

    private final Path folder;

    /** @param folder made when something is put there */
    CertificateShelf(Path folder) {
        this.folder = folder;
    }

    List<String> read(String endpoint) {
        Path file = file(endpoint);
        try {
            return Files.exists(file)
                    ? Arrays.stream(Files.readString(file, StandardCharsets.US_ASCII)
                                    .split(BETWEEN))
                            .filter(pem -> !pem.isBlank())
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("fetched certificates cannot be read from " + file, e);
        }
    }

    void write(String endpoint, List<String> pems) {
        Path file = file(endpoint);
        try {
            Files.createDirectories(folder);
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(fresh, String.join(BETWEEN, new ArrayList<>(pems)), StandardCharsets.US_ASCII);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("fetched certificates cannot be written to " + file, e);
        }
    }

    private Path file(String endpoint) {
        return folder.resolve(endpoint + ".pem");
    }
}
