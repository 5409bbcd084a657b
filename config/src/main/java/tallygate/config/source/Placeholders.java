package tallygate.config.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills {@code ${env:NAME}} and {@code ${file:PATH}} into every value of a tree; a doubled dollar sign before the brace stands
 * for the plain text. What comes out of a variable or a file is not looked at again.
 */
public final class Placeholders {
    /** Keys and certificates are far below this. */
    static final int FILE_BYTES_MAX = 1024 * 1024;

    private static final Pattern OPEN = Pattern.compile("\\$?\\$\\{");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Keys whose value is a file's path; there {@code ${file:PATH}} stands for the path and not for what the file holds. */
    private static final Pattern FILE_KEY = Pattern.compile("server\\.[a-z]+\\.tls\\.(certificate|key|client-ca)");

    private static final Pattern WHOLE_FILE = Pattern.compile("\\$\\{file:([^}]*)}");

    private final Path folder;
    private final Map<String, String> variables;
    private final Problems problems;

    /** @param folder where relative paths begin: the folder of the configuration file */
    public Placeholders(Path folder, Map<String, String> variables, Problems problems) {
        this.folder = folder;
        this.variables = Map.copyOf(variables);
        this.problems = problems;
    }

    public Node fill(Node root) {
        return fill("", root);
    }

    private Node fill(String path, Node node) {
        return switch (node) {
            case Node.Scalar scalar when FILE_KEY.matcher(path).matches() -> pathOf(path, scalar);
            case Node.Scalar scalar -> scalar.text().contains("${") ? filled(path, scalar) : scalar;
            case Node.Sequence sequence -> {
                List<Node> items = new ArrayList<>();
                for (Node item : sequence.items()) {
                    items.add(fill(Paths.item(path, items.size(), item), item));
                }
                yield new Node.Sequence(items, sequence.origin());
            }
            case Node.Mapping mapping -> {
                Map<String, Node.Member> members = new LinkedHashMap<>();
                mapping.members().forEach((key, member) -> {
                    if (key.contains("${")) {
                        problems.add(
                                path, member.keyOrigin(), "has ${ in a key; placeholders are filled in values only");
                    }
                    Node value = fill(Paths.member(path, key), member.value());
                    members.put(key, new Node.Member(member.keyOrigin(), value));
                });
                yield new Node.Mapping(members, mapping.origin());
            }
            case Node.Broken broken -> broken;
        };
    }

    private Node pathOf(String path, Node.Scalar scalar) {
        Matcher whole = WHOLE_FILE.matcher(scalar.text());
        Node node = whole.matches() ? Node.Scalar.of(whole.group(1), scalar.origin()) : filled(path, scalar);
        if (!(node instanceof Node.Scalar name)
                || name.isNothing()
                || name.text().contains("-----BEGIN")) {
            return node;
        }
        try {
            return Node.Scalar.of(folder.resolve(name.text().strip()).toString(), scalar.origin());
        } catch (InvalidPathException e) {
            problems.add(path, scalar.origin(), "is not the path of a file");
            return new Node.Broken(scalar.origin());
        }
    }

    private Node filled(String path, Node.Scalar scalar) {
        String text = scalar.text();
        var result = new StringBuilder();
        Matcher open = OPEN.matcher(text);
        int at = 0;
        boolean isBroken = false;
        while (open.find(at)) {
            result.append(text, at, open.start());
            if (open.group().length() == 3) {
                result.append("${");
                at = open.end();
                continue;
            }
            int close = text.indexOf('}', open.end());
            if (close < 0) {
                problems.add(path, scalar.origin(), "has ${ without }; write $${ for a plain ${");
                return new Node.Broken(scalar.origin());
            }
            try {
                result.append(valueOf(text.substring(open.end(), close)));
            } catch (UnavailableException e) {
                problems.add(path, scalar.origin(), e.sentence());
                isBroken = true;
            }
            at = close + 1;
        }
        result.append(text, at, text.length());
        return isBroken
                ? new Node.Broken(scalar.origin())
                : new Node.Scalar(result.toString(), scalar.written(), true, scalar.origin());
    }

    private String valueOf(String inside) throws UnavailableException {
        if (inside.startsWith("env:")) {
            return variable(inside.substring("env:".length()));
        }
        if (inside.startsWith("file:")) {
            return file(inside.substring("file:".length()));
        }
        // What stands inside is not repeated: it may be part of a password.
        throw new UnavailableException(
                "has ${ that opens neither ${env:NAME} nor ${file:PATH}; write $${ for a plain ${");
    }

    private String variable(String name) throws UnavailableException {
        if (!VARIABLE.matcher(name).matches()) {
            throw new UnavailableException("${env:" + name + "} does not name an environment variable");
        }
        String value = variables.get(name);
        if (value == null) {
            throw new UnavailableException("the environment variable " + name + " is not set");
        }
        return value;
    }

    private String file(String name) throws UnavailableException {
        Path file = Path.of("");
        try {
            file = folder.resolve(name.trim());
            if (name.isBlank() || Files.isDirectory(file)) {
                throw new UnavailableException("${file:" + name + "} does not name a file");
            }
            byte[] bytes = content(file);
            if (bytes.length > FILE_BYTES_MAX) {
                throw new UnavailableException("the file " + file + " has more than " + FILE_BYTES_MAX + " bytes");
            }
            return withoutLastNewline(decode(bytes));
        } catch (InvalidPathException e) {
            throw new UnavailableException("${file:" + name + "} does not name a file");
        } catch (NoSuchFileException e) {
            throw new UnavailableException("the file " + file + " does not exist");
        } catch (CharacterCodingException e) {
            throw new UnavailableException(
                    "the file " + file + " is not UTF-8 text; put binary keys there as base64 or PEM");
        } catch (IOException e) {
            throw new UnavailableException("the file " + file + " cannot be read: "
                    + (e instanceof AccessDeniedException
                            ? "access denied"
                            : e.getClass().getSimpleName()));
        }
    }

    private static byte[] content(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(FILE_BYTES_MAX + 1);
        }
    }

    private static String decode(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static String withoutLastNewline(String text) {
        if (text.endsWith("\r\n")) {
            return text.substring(0, text.length() - 2);
        }
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private static final class UnavailableException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String sentence;

        UnavailableException(String sentence) {
            super(sentence);
            this.sentence = sentence;
        }

        String sentence() {
            return sentence;
        }
    }
}
