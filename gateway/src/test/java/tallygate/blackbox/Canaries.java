package tallygate.blackbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** Secrets that nothing else looks like, and every output they were looked for in. */
final class Canaries {
    private final Map<String, List<byte[]>> looks = new LinkedHashMap<>();
    private final List<String> found = new ArrayList<>();
    private final Map<String, Integer> searched = new LinkedHashMap<>();

    /** Known by a name that may be told. @return the secret */
    String add(String name, String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        // the last characters of an encoding depend on what follows
        String encoded = Base64.getEncoder().withoutPadding().encodeToString(bytes);
        looks.put(
                name,
                List.of(
                        bytes,
                        encoded.substring(0, encoded.length() - 2).getBytes(StandardCharsets.US_ASCII),
                        HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII)));
        return secret;
    }

    void search(String where, String output) {
        search(where, output.getBytes(StandardCharsets.UTF_8));
    }

    /** @param but names of secrets that this output is the place of */
    void search(String where, byte[] output, String... but) {
        searched.merge(where.replaceAll("[0-9]{3,}", "N"), output.length, Integer::sum);
        List<String> expected = List.of(but);
        looks.forEach((name, forms) -> {
            if (!expected.contains(name)) {
                for (byte[] form : forms) {
                    int at = indexOf(output, form);
                    if (at >= 0) {
                        found.add(name + " in " + where + ": …" + around(output, at, form.length) + "…");
                    }
                }
            }
        });
    }

    /** Every value of every table. */
    void searchTables(TestDatabase database) throws SQLException {
        try (Connection connection = database.connectAsRoot();
                Statement list = connection.createStatement();
                ResultSet tables = list.executeQuery("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'")) {
            while (tables.next()) {
                String table = tables.getString(1);
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT * FROM `" + table + "`")) {
                    searchRows(table, rows);
                }
            }
        }
    }

    private void searchRows(String table, ResultSet rows) throws SQLException {
        while (rows.next()) {
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                byte[] value = rows.getBytes(column);
                String where = "table " + table + "." + rows.getMetaData().getColumnName(column);
                search(where, value == null ? new byte[0] : value);
            }
        }
    }

    /** Every file below a folder. */
    void searchFolder(Path folder, String... but) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                search("file", Files.readAllBytes(file), but);
            }
        }
    }

    private static int indexOf(byte[] text, byte[] part) {
        for (int at = 0; at <= text.length - part.length; at++) {
            if (text[at] == part[0] && java.util.Arrays.equals(text, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        return -1;
    }

    private static String around(byte[] text, int at, int length) {
        int from = Math.max(0, at - 60);
        int to = Math.min(text.length, at + length + 20);
        return new String(text, from, to - from, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", " ");
    }

    /** Where a secret stands, with what stands around it. */
    List<String> found() {
        return List.copyOf(found);
    }

    /** Bytes by output, so that a test can show that it has looked at something. */
    Map<String, Integer> searched() {
        return Map.copyOf(searched);
    }

    /** The command line and the environment of a process and of all that it started. */
    void searchProcesses(long pid) throws IOException {
        List<ProcessHandle> all = new ArrayList<>(ProcessHandle.of(pid).stream().toList());
        all.addAll(all.getFirst().descendants().toList());
        for (ProcessHandle one : all) {
            for (String file : List.of("cmdline", "environ")) {
                search("process " + file, Files.readAllBytes(Path.of("/proc/" + one.pid(), file)));
            }
        }
    }
}
