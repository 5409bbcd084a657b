package tallygate.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class YamlReaderTest {
    @Test
    void everyKeyAndEveryValueKnowsItsLine() {
        Node root = tree("""
            # a comment
            server:

              bind: 1
            list:
              - a
              - { b: 2,
                  c:
                    3 }
            """);

        Node.Mapping top = (Node.Mapping) root;
        Node.Member server = member(top, "server");
        assertThat(server.keyOrigin()).isEqualTo(new Origin.Line(2));
        Node.Member bind = member((Node.Mapping) server.value(), "bind");
        assertThat(bind.keyOrigin()).isEqualTo(new Origin.Line(4));
        Node.Sequence list = (Node.Sequence) member(top, "list").value();
        assertThat(list.items()).extracting(Node::origin).containsExactly(new Origin.Line(6), new Origin.Line(7));
        Node.Member c = member((Node.Mapping) list.items().get(1), "c");
        assertThat(c.keyOrigin()).isEqualTo(new Origin.Line(8));
        assertThat(c.value().origin()).isEqualTo(new Origin.Line(9));
    }

    @Test
    void plainWordsStayTheTextThatWasWritten() {
        Node.Mapping top =
                (Node.Mapping) tree("{ a: off, b: 0123, c: 1e3, d: 'null', e: null, f: 1900000109, g: yes, h: 0x1F }");

        assertThat(top.members().values())
                .extracting(member -> ((Node.Scalar) member.value()).text())
                .containsExactly("off", "0123", "1e3", "null", "null", "1900000109", "yes", "0x1F");
        assertThat(((Node.Scalar) member(top, "d").value()).isNothing()).isFalse();
        assertThat(((Node.Scalar) member(top, "e").value()).isNothing()).isTrue();
    }

    @Test
    void jsonIsYamlToo() {
        assertThat(tree("{\"a\":[\"x\\/y\",\"\\u00e9\"],\"b\":{}}")).isInstanceOf(Node.Mapping.class);
    }

    @Test
    void aKeyThatIsWrittenTwiceIsAProblemWithBothLines() {
        assertThat(problems("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n"))
                .containsExactly(
                        "b.c (line 4): is written twice, first on line 3; remove one of them",
                        "a (line 5): is written twice, first on line 1; remove one of them");
    }

    @Test
    void aKeyThatIsWrittenTwiceInAnEndpointIsNamedByTheEndpoint() {
        assertThat(problems("endpoints:\n  - route: a\n    name: shop\n    route: b\n"))
                .containsExactly(
                        "endpoints.shop.route (line 4): is written twice, first on line 2; remove one of them");
    }

    @Test
    void aTabIsAProblemThatSaysSo() {
        assertThat(problems("a:\n\tb: 1\n"))
                .containsExactly(
                        "(line 2): is not YAML: a tab stands where only spaces are allowed; indent with spaces");
    }

    @Test
    void aTagIsAProblem() {
        assertThat(problems("a: !!binary aGVsbG8=\nb: !thing { c: 1 }\n"))
                .containsExactly(
                        "a (line 1): has the tag tag:yaml.org,2002:binary; remove it",
                        "b (line 2): has the tag !thing; remove it");
    }

    @Test
    void anchorsWorkAndKeepTheLineOfWhatTheyStandFor() {
        Node.Mapping top = (Node.Mapping) tree("a: &x { c: 1 }\nb: *x\n");

        assertThat(member(top, "b").keyOrigin()).isEqualTo(new Origin.Line(2));
        assertThat(member(top, "b").value().origin()).isEqualTo(new Origin.Line(1));
    }

    @Test
    void anAliasOfNothingIsAProblem() {
        assertThat(problems("a: *x\n")).containsExactly("a (line 1): names the anchor x, which is not defined above");
    }

    @Test
    void anAliasOfItsOwnSurroundingIsAProblem() {
        assertThat(problems("a: &x { b: *x }\n"))
                .containsExactly("a.b (line 1): names the anchor x, which is not defined above");
    }

    @Test
    void aBombOfAliasesIsRefusedByItsFullSize() {
        var bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i <= 30; i++) {
            bomb.append("a")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" [")
                    .append(("*a" + (i - 1) + " ,").repeat(9))
                    .append("*a")
                    .append(i - 1)
                    .append(" ]\n");
        }
        assertThat(problems(bomb.toString()))
                .containsExactly("a5 (line 6): has more than 200000 parts, aliases counted as often as they are used");
    }

    @Test
    void nestingHasALimit() {
        assertThat(problems("a: " + "[".repeat(40) + "]".repeat(40)))
                .singleElement()
                .asString()
                .endsWith("(line 1): is nested deeper than 32 levels");
        assertThat(problems("[".repeat(100_000))).hasSize(1);
    }

    @Test
    void aSecondDocumentIsAProblem() {
        assertThat(problems("a: 1\n---\nb: 2\n"))
                .containsExactly("(line 2): a second document begins here; a configuration is one document");
    }

    @Test
    void aFileThatHoldsNothingIsAProblem() {
        assertThat(problems("")).containsExactly("(line 1): the file holds nothing; write at least one key");
        assertThat(problems("# only a comment\n\n"))
                .singleElement()
                .asString()
                .endsWith("the file holds nothing; write at least one key");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstKey() {
        byte[] bytes = "\uFEFFa: 1\n".getBytes(StandardCharsets.UTF_8);
        Node node = YamlReader.read(bytes, new Problems());
        assertThat(((Node.Mapping) node).members()).containsOnlyKeys("a");
    }

    @Test
    void bytesThatAreNotUtf8AreAProblemWithTheirLine() {
        var problems = new Problems();
        YamlReader.read("a: 1\nb: \u00fc\n".getBytes(StandardCharsets.ISO_8859_1), problems);
        assertThat(problems.inOrder())
                .extracting(Problem::toString)
                .containsExactly("(line 2): is not UTF-8: save the file as UTF-8");
    }

    @Test
    void controlCharactersAreAProblemWithTheirLine() {
        assertThat(problems("a: 1\nb: x\u0007y\n"))
                .containsExactly("(line 2): is not YAML: holds the control character U+0007");
    }

    @Test
    void aFileThatIsTooLargeIsNotParsed() {
        var problems = new Problems();
        YamlReader.read(new byte[YamlReader.BYTES_MAX + 1], problems);
        assertThat(problems.inOrder())
                .extracting(Problem::toString)
                .containsExactly("the file has 4194305 bytes; at most 4194304 are read");
    }

    @Test
    void aSyntaxErrorIsAProblemWithItsLineAndWithoutTheTextAroundIt() {
        assertThat(problems("a: 1\npassword: \"s3cret\nb: 2\n"))
                .singleElement()
                .asString()
                .startsWith("(line ")
                .contains("): is not YAML: while scanning a quoted scalar")
                .doesNotContain("s3cret");
    }

    @Test
    void aKeyThatIsNoWordIsAProblem() {
        assertThat(problems("? [a, b]\n: 1\n")).containsExactly("(line 1): a key must be a single word");
    }

    @Test
    void aTreeNeverPrintsItsValues() {
        assertThat(tree("a: s3cret\nb: [s3cret, { c: s3cret }]").toString()).doesNotContain("s3cret");
    }

    private static Node tree(String yaml) {
        var problems = new Problems();
        Node node = YamlReader.read(yaml, problems);
        assertThat(problems.inOrder()).isEmpty();
        return node;
    }

    private static List<String> problems(String yaml) {
        var problems = new Problems();
        YamlReader.read(yaml, problems);
        return problems.inOrder().stream().map(Problem::toString).toList();
    }

    private static Node.Member member(Node.Mapping mapping, String key) {
        Node.Member member = mapping.members().get(key);
        if (member == null) {
            throw new AssertionError("no key " + key);
        }
        return member;
    }
}
