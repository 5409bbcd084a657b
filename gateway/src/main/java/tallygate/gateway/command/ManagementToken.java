package tallygate.gateway.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** What a management request must carry to change anything: 128 random bits in a file that only this user can read. */
final class ManagementToken {
    private static final int BYTES = 16;

    private ManagementToken() {}

    /** The token of a data directory; made when it is not there. */
    static String of(Path dataDir, SecureRandom dice) throws IOException {
        Path file = dataDir.resolve("management-token");
        if (!Files.exists(file)) {
            byte[] random = new byte[BYTES];
            dice.nextBytes(random);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, HexFormat.of().formatHex(random), StandardCharsets.US_ASCII);
        }
        return Files.readString(file, StandardCharsets.US_ASCII).strip();
    }
}
