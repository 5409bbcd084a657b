package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.defences.Cut;

/** Rules that keep a defence where it is: source that goes round it is seen. */
class RulesSeeTest {
    private static final String COMPARES = "return MessageDigest.isEqual(of(parts), signature);";

    @TempDir
    private Path folder;

    /** @param with what stands in the source instead of a piece that the rule has nothing against */
    private void isSeen(ArchRule rule, String where, String piece, String with) throws IOException {
        assertThat(broken(rule, Cut.of(where, piece, piece), folder.resolve("as-it-is")))
                .isFalse();
        assertThat(broken(rule, Cut.of(where, piece, with), folder.resolve("changed")))
                .isTrue();
    }

    private static boolean broken(ArchRule rule, Cut cut, Path into) throws IOException {
        return rule.evaluate(new ClassFileImporter().importPath(cut.compiled(into)))
                .hasViolation();
    }

    @Test
    void anEarlyEndInAComparisonOfSignatures() throws IOException {
        isSeen(
                ArchitectureTest.whatSignersSendIsComparedInConstantTime,
                "signature:signature/Hmac",
                COMPARES,
                "return java.util.Arrays.equals(of(parts), signature);");
    }

    @Test
    void anObjectThatIsDeserialized() throws IOException {
        isSeen(ArchitectureTest.objectsAreNeverDeserialized, "signature:signature/Hmac", COMPARES, """
            try (var in = new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(signature))) {
                return in.readObject() != null;
            } catch (java.io.IOException | ClassNotFoundException e) {
                return false;
            }
            """);
    }

    @Test
    void aSecondReaderOfXml() throws IOException {
        isSeen(
                ArchitectureTest.xmlIsReadInOnePlace,
                "signature:signature/Hmac",
                COMPARES,
                "return javax.xml.parsers.SAXParserFactory.newDefaultInstance().isNamespaceAware();");
    }
}
