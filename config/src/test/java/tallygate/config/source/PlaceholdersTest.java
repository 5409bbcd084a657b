package tallygate.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceholdersTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("A", "alpha", "EMPTY", "", "NESTED", "${env:A}", "_X1", "x");

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @Test
    void variablesAreFilledInAlsoInsideOfAText() {
        assertThat(filled("${env:A}")).isEqualTo("alpha");
        assertThat(filled("x-${env:A}-${env:_X1}-y")).isEqualTo("x-alpha-x-y");
        assertThat(filled("${env:EMPTY}")).isEmpty();
    }

    @Test
    void whatComesOutIsNotLookedAtAgain() throws IOException {
        Files.writeString(folder.resolve("f"), "${env:A}");
        assertThat(filled("${env:NESTED}")).isEqualTo("${env:A}");
        assertThat(filled("${file:f}")).isEqualTo("${env:A}");
    }

    @Test
    void aDoubledDollarStandsForAPlainOne() {
        assertThat(filled("$${env:A}")).isEqualTo("${env:A}");
        assertThat(filled("$$${env:A}")).isEqualTo("$${env:A}");
        assertThat(filled("a $${ b")).isEqualTo("a ${ b");
        assertThat(filled("$ $$ $} {} $5")).isEqualTo("$ $$ $} {} $5");
    }

    @Test
    void aFileLosesOneLineBreakAtItsEndAndNothingElse() throws IOException {
        Files.writeString(folder.resolve("one"), " s \n");
        Files.writeString(folder.resolve("two"), "s\n\n");
        Files.writeString(folder.resolve("dos"), "s\r\n");
        Files.writeString(folder.resolve("none"), "s");
        assertThat(filled("${file:one}")).isEqualTo(" s ");
        assertThat(filled("${file:two}")).isEqualTo("s\n");
        assertThat(filled("${file:dos}")).isEqualTo("s");
        assertThat(filled("${file:none}")).isEqualTo("s");
        assertThat(filled("<${file:none}>")).isEqualTo("<s>");
    }

    @Test
    void relativePathsBeginAtTheFolderOfTheConfiguration() throws IOException {
        Files.createDirectories(folder.resolve("keys"));
        Files.writeString(folder.resolve("keys/k"), "value");
        assertThat(filled("${file:keys/k}")).isEqualTo("value");
        assertThat(filled("${file:./keys/k}")).isEqualTo("value");
        assertThat(filled("${file:" + folder.resolve("keys/k") + "}")).isEqualTo("value");
    }

    @Test
    void aVariableThatIsNotSetIsAProblem() {
        assertThat(refused("${env:NOT_SET}"))
                .containsExactly("key (line 7): the environment variable NOT_SET is not set");
        assertThat(refused("${env:a-b}"))
                .containsExactly("key (line 7): ${env:a-b} does not name an environment variable");
    }

    @Test
    void everyPlaceholderOfAValueThatCannotBeFilledIsReported() {
        assertThat(refused("${env:ONE}${env:TWO}"))
                .containsExactly(
                        "key (line 7): the environment variable ONE is not set",
                        "key (line 7): the environment variable TWO is not set");
    }

    @Test
    @Tag("F-44")
    void aFileThatCannotBeHadIsAProblem() throws IOException {
        Files.createDirectories(folder.resolve("dir"));
        Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        Files.writeString(
                folder.resolve("large"), "x".repeat(Placeholders.FILE_BYTES_MAX + 1), StandardCharsets.US_ASCII);
        assertThat(refused("${file:none}"))
                .containsExactly("key (line 7): the file " + folder.resolve("none") + " does not exist");
        assertThat(refused("${file:dir}")).containsExactly("key (line 7): ${file:dir} does not name a file");
        assertThat(refused("${file:}")).containsExactly("key (line 7): ${file:} does not name a file");
        assertThat(refused("${file:binary}"))
                .containsExactly("key (line 7): the file " + folder.resolve("binary")
                        + " is not UTF-8 text; put binary keys there as base64 or PEM");
        assertThat(refused("${file:large}"))
                .containsExactly("key (line 7): the file " + folder.resolve("large") + " has more than 1048576 bytes");
    }

    @Test
    void whatIsNoPlaceholderIsAProblemThatDoesNotRepeatIt() {
        String text = "key (line 7): has ${ that opens neither ${env:NAME} nor ${file:PATH}; write $${ for a plain ${";
        assertThat(refused("s3${cr}et")).containsExactly(text);
        assertThat(refused("${ENV:A}")).containsExactly(text);
        assertThat(refused("abc${def")).containsExactly("key (line 7): has ${ without }; write $${ for a plain ${");
    }

    @Test
    void keysAreNotFilled() {
        new Placeholders(folder, ENVIRONMENT, problems).fill(YamlReader.read("a:\n  ${env:A}: 1\n", problems));
        assertThat(problems.inOrder())
                .extracting(Problem::toString)
                .containsExactly("a (line 2): has ${ in a key; placeholders are filled in values only");
    }

    @Test
    void aFilledValueIsATextEvenWhenItReadsLikeNothing() throws IOException {
        Files.writeString(folder.resolve("null"), "null");
        Node node = new Placeholders(folder, ENVIRONMENT, problems)
                .fill(new Node.Scalar("${file:null}", "${file:null}", false, new Origin.Line(7)));
        assertThat(((Node.Scalar) node).isNothing()).isFalse();
        assertThat(((Node.Scalar) node).written()).isEqualTo("${file:null}");
    }

    @Test
    void atAPathOfAPemFileAFilePlaceholderStandsForThePath() {
        Node tree = new Placeholders(folder, ENVIRONMENT, problems)
                .fill(YamlReader.read(
                        "server: { callbacks: { tls: { certificate: \"${file:a.pem}\", key: b.pem, client-ca:"
                                + " \"/c/${env:A}.pem\" } } }",
                        problems));
        assertThat(problems.inOrder()).isEmpty();
        assertThat(texts(tree))
                .containsExactly(
                        folder.resolve("a.pem").toString(),
                        folder.resolve("b.pem").toString(),
                        "/c/alpha.pem");
    }

    private static List<String> texts(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> List.of(scalar.text());
            case Node.Mapping mapping ->
                mapping.members().values().stream()
                        .flatMap(member -> texts(member.value()).stream())
                        .toList();
            case Node.Sequence _, Node.Broken _ -> List.of();
        };
    }

    private String filled(String text) {
        Node node = fill(text, problems);
        assertThat(problems.inOrder()).isEmpty();
        return ((Node.Scalar) node).text();
    }

    private List<String> refused(String text) {
        var found = new Problems();
        assertThat(fill(text, found)).isInstanceOf(Node.Broken.class);
        return found.inOrder().stream().map(Problem::toString).toList();
    }

    private Node fill(String text, Problems into) {
        var scalar = new Node.Scalar(text, text, false, new Origin.Line(7));
        var root = new Node.Mapping(Map.of("key", new Node.Member(new Origin.Line(7), scalar)), new Origin.Line(1));
        Node.Mapping filled = (Node.Mapping) new Placeholders(folder, ENVIRONMENT, into).fill(root);
        return filled.members().values().iterator().next().value();
    }
}
