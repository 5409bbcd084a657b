package tallygate.callback.provider.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** XML that reads files, calls addresses, expands or nests: with a file and a listener that nothing may touch. */
class XmlAttacksTest {
    private static final String CANARY = "canary-7f3a";
    private static final long BYTES_MAX = 8L << 20;

    @TempDir
    Path folder;

    @Test
    @Tag("T-17")
    void nothingIsReadAndNobodyIsCalled() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), CANARY);
        var connections = new AtomicInteger();
        try (ServerSocket canary = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> count(canary, connections));
            String url = "http://127.0.0.1:" + canary.getLocalPort() + "/x";
            for (byte[] document : reaching(file.toUri().toString(), url)) {
                assertNothingOfTheFile(document);
            }
        }
        assertThat(connections).hasValue(0);
    }

    private static void count(ServerSocket canary, AtomicInteger connections) {
        while (!canary.isClosed()) {
            try {
                canary.accept().close();
                connections.incrementAndGet();
            } catch (IOException _) {
                // Closed: the test is over.
            }
        }
    }

    private static void assertNothingOfTheFile(byte[] document) {
        try {
            assertThat(XmlReader.read(document).toString()).doesNotContain(CANARY);
        } catch (UnreadableException e) {
            assertThat(e.getMessage()).doesNotContain(CANARY);
        }
    }

    private static List<byte[]> reaching(String file, String url) {
        List<byte[]> corpus = new ArrayList<>();
        for (String target : List.of(file, url)) {
            String entity = "<!DOCTYPE xml [<!ENTITY e SYSTEM \"" + target + "\">]><xml><a>&e;</a></xml>";
            corpus.add(utf8(entity));
            corpus.add(utf8("<!DOCTYPE xml SYSTEM \"" + target + "\"><xml><a>1</a></xml>"));
            corpus.add(utf8("<!DOCTYPE xml PUBLIC \"x\" \"" + target + "\"><xml><a>1</a></xml>"));
            corpus.add(utf8("<!DOCTYPE xml [<!ENTITY % p SYSTEM \"" + target + "\"> %p;]><xml><a>1</a></xml>"));
            corpus.add(utf8("<xml xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include parse=\"text\" href=\""
                    + target + "\"/></xml>"));
            corpus.add(utf8("<?xml-stylesheet type=\"text/xsl\" href=\"" + target + "\"?><xml><a>1</a></xml>"));
            corpus.add(utf8("<xml xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                    + " xsi:noNamespaceSchemaLocation=\"" + target + "\"><a>1</a></xml>"));
            corpus.add(utf8(
                    "<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\"><image xlink:href=\"" + target + "\"/></svg>"));
            corpus.add(("<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + entity).getBytes(StandardCharsets.UTF_16));
            corpus.add(("<?xml version=\"1.0\" encoding=\"UTF-16BE\"?>" + entity).getBytes(StandardCharsets.UTF_16BE));
            corpus.add(("<?xml version=\"1.0\" encoding=\"IBM037\"?>" + entity).getBytes(Charset.forName("IBM037")));
            corpus.add(utf8("<?xml version=\"1.0\" encoding=\"UTF-7\"?>" + entity.replace("<", "+ADw-")));
        }
        return corpus;
    }

    @Test
    @Tag("T-18")
    void whatExpandsOrNestsEndsAtABoundBeforeItCostsMemory() {
        String laughs = "<!ENTITY a0 \"ha\">"
                + String.join(
                        "",
                        java.util.stream.IntStream.range(1, 30)
                                .mapToObj(i -> "<!ENTITY a" + i + " \"" + ("&a" + (i - 1) + ";").repeat(10) + "\">")
                                .toList());
        List<String> bombs = List.of(
                "<!DOCTYPE x [" + laughs + "]><x>&a29;</x>",
                "<!DOCTYPE x [<!ENTITY a \"" + "b".repeat(50_000) + "\">]><x>" + "&a;".repeat(10_000) + "</x>",
                "<!DOCTYPE x [<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]><x>&a;</x>",
                "<a>".repeat(50_000) + "</a>".repeat(50_000),
                "<x>" + "<a/>".repeat(60_000) + "</x>",
                "<!DOCTYPE x [<!ATTLIST x " + "a CDATA \"v\" ".repeat(20_000) + ">]><x/>");
        for (String bomb : bombs) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThatThrownBy(() -> XmlReader.read(utf8(bomb))).isInstanceOf(UnreadableException.class);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                    .as("bytes taken by %.40s", bomb)
                    .isLessThan(BYTES_MAX);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
