package tallygate.gateway.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One gateway a data directory. The operating system gives the lock back when its holder is gone, however it went; so what a
 * new holder finds running there is nobody's.
 */
public final class DataDirLock implements AutoCloseable {
    private final Path dataDir;
    private final FileChannel channel;

    private DataDirLock(Path dataDir, FileChannel channel) {
        this.dataDir = dataDir.toAbsolutePath().normalize();
        this.channel = channel;
    }

    /** @throws EmbeddedException when another gateway has it, or the folder cannot be written */
    public static DataDirLock take(Path dataDir) {
        Path file = dataDir.resolve("gateway.lock");
        try {
            Files.createDirectories(dataDir);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                String holder = holder(channel);
                channel.close();
                throw new EmbeddedException("data-dir " + dataDir + " is in use by another gateway" + holder
                        + ": stop it, or give this one a data-dir of its own. Nothing was changed.");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
                    0);
            return new DataDirLock(dataDir, channel);
        } catch (IOException e) {
            throw new EmbeddedException(
                    "data-dir " + dataDir + " cannot be used: " + e + ". Give a folder this user may write to.", e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException _) {
            return null;
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(20);
        channel.read(text, 0);
        String pid = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII);
        return pid.isEmpty() ? "" : " (process " + pid + ")";
    }

    void checkHeld(Path wanted) {
        if (!channel.isOpen() || !dataDir.equals(wanted)) {
            throw new IllegalStateException(
                    "the lock of " + wanted + " is not held (this is the one of " + dataDir + ")");
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new EmbeddedException("the lock of the data-dir could not be given back: " + e, e);
        }
    }
}
