package tallygate.config.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads YAML 1.2 into a tree that remembers its lines. Values stay text: what they mean is up to the key. */
public final class YamlReader {
    /** Far above any real configuration (1,000 endpoints with certificates are about 2 MiB). */
    public static final int BYTES_MAX = 4 * 1024 * 1024;

    private YamlReader() {}

    /**
     * Reads a whole file. What is wrong goes to {@code problems}; a syntax error ends the reading, so there is one at most.
     *
     * @return {@link Node.Broken} when nothing can be read
     */
    public static Node read(byte[] bytes, Problems problems) {
        if (bytes.length > BYTES_MAX) {
            problems.add(
                    "", Origin.NOWHERE, "the file has " + bytes.length + " bytes; at most " + BYTES_MAX + " are read");
            return new Node.Broken(Origin.NOWHERE);
        }
        try {
            return read(decode(bytes), problems);
        } catch (CharacterCodingException e) {
            problems.add("", new Origin.Line(lineOfBadByte(bytes)), "is not UTF-8: save the file as UTF-8");
            return new Node.Broken(Origin.NOWHERE);
        }
    }

    /** Reads text that is a document of its own, as {@link #read(byte[], Problems)}. */
    public static Node read(String text, Problems problems) {
        String source = text.startsWith("\uFEFF") ? text.substring(1) : text;
        var settings = LoadSettings.builder()
                .setCodePointLimit(BYTES_MAX)
                .setUseMarks(true)
                .setParseComments(false)
                .build();
        try {
            return new TreeBuilder(new Parse(settings).parseString(source).iterator(), problems).document();
        } catch (TreeBuilder.RefusedException e) {
            problems.add(e.problem());
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            problems.add("", new Origin.Line(line), "is not YAML: " + sentence(e));
        } catch (ReaderException e) {
            int line = 1
                    + (int) source.codePoints()
                            .limit(e.getPosition())
                            .filter(c -> c == '\n')
                            .count();
            problems.add("", new Origin.Line(line), "is not YAML: holds the control character " + codePoint(e));
        } catch (YamlEngineException e) {
            problems.add("", Origin.NOWHERE, "is not YAML");
        }
        return new Node.Broken(Origin.NOWHERE);
    }

    /** The parser's own words without the excerpt of the file, which could show a secret. */
    private static String sentence(MarkedYamlEngineException e) {
        String problem = e.getProblem();
        if (problem.contains("\\t(TAB)") || problem.contains("'\\t'")) {
            return "a tab stands where only spaces are allowed; indent with spaces";
        }
        return e.getContext() == null || e.getContext().isEmpty() ? problem : e.getContext() + ", " + problem;
    }

    private static String codePoint(ReaderException e) {
        return String.format("U+%04X", e.getCodePoint());
    }

    private static String decode(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static int lineOfBadByte(byte[] bytes) {
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length + 1);
        StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(in, out, true);
        int line = 1;
        for (int i = 0; i < in.position(); i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }
}
