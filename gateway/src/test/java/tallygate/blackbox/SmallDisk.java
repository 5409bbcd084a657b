package tallygate.blackbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A file system of its own in memory, so that it can be filled. Only root may make one. */
public final class SmallDisk implements AutoCloseable {
    private static final int MEBIBYTE = 1 << 20;

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Empty where it is not to be had: no root, or a container that may not mount. */
    public static Optional<SmallDisk> at(Path folder, int mebibytes) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        return run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tallygate-test", folder.toString())
                ? Optional.of(new SmallDisk(folder))
                : Optional.empty();
    }

    /** Takes all space but so many bytes. */
    public void fill(long leave) throws IOException {
        byte[] block = new byte[MEBIBYTE];
        try (OutputStream out = Files.newOutputStream(filler())) {
            for (long left = free() - leave; left > 0; left = free() - leave) {
                out.write(block, 0, (int) Math.min(left, block.length));
            }
        }
    }

    public void makeRoom() throws IOException {
        Files.delete(filler());
    }

    public long free() throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }

    private Path filler() {
        return folder.resolve("filler");
    }

    @Override
    public void close() throws IOException {
        try {
            // Lazily: what still has a file open there ends by itself.
            run("umount", "-l", folder.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
