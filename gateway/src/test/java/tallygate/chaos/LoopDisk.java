package tallygate.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An ext4 file system in a file: a copy of the file is what a disk would hold if the power were cut at that moment. */
final class LoopDisk implements AutoCloseable {
    private final Path image;
    private final Path mounted;

    private LoopDisk(Path image, Path mounted) {
        this.image = image;
        this.mounted = mounted;
    }

    /** Empty where there are no loop devices, or nobody may mount. */
    static Optional<LoopDisk> fresh(Path folder, String size) throws IOException, InterruptedException {
        Path image = folder.resolve("disk.img");
        boolean isMade = MariaDb.succeeds("truncate", "-s", size, image.toString())
                && MariaDb.succeeds("mkfs.ext4", "-q", "-F", image.toString());
        return isMade ? mount(image, folder.resolve("disk")) : Optional.empty();
    }

    private static Optional<LoopDisk> mount(Path image, Path at) throws IOException, InterruptedException {
        Files.createDirectories(at);
        return MariaDb.succeeds("mount", "-o", "loop", image.toString(), at.toString())
                ? Optional.of(new LoopDisk(image, at))
                : Optional.empty();
    }

    Path mounted() {
        return mounted;
    }

    /** What the disk holds now, without what only memory holds, as a disk of its own. */
    LoopDisk afterPowerCut() throws IOException, InterruptedException {
        Path copy = image.resolveSibling("after.img");
        MariaDb.run("cp", "--sparse=always", image.toString(), copy.toString());
        return mount(copy, image.resolveSibling("after"))
                .orElseThrow(() -> new IOException("the copy cannot be mounted"));
    }

    @Override
    public void close() throws InterruptedException {
        MariaDb.succeeds("umount", "-l", mounted.toString());
    }
}
