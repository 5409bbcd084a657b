package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Well-formed requests that are refused before their body is read: what they are told and whether they may go on. */
@ExtendWith(NoBufferLeaks.class)
class RefusalAnswersTest {
    private static final String POST = "POST /a HTTP/1.1\r\nHost: a\r\n";
    private static final String NEXT = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";

    private Edge edge;
    private RawClient client;

    @BeforeEach
    void start() {
        edge = Edge.answering();
        client = edge.connect();
    }

    @AfterEach
    void stop() {
        client.close();
        edge.close();
    }

    @ParameterizedTest
    @Tag("O-005")
    @Tag("O-006")
    @Tag("T-14")
    @ValueSource(
            strings = {"gzip", "br", "zstd", "snappy", "deflate", "x-gzip", "gzip, gzip", "identity, gzip", "GZIP"})
    void aCompressedBodyIsNeverUnpacked(String coding) {
        client.send(POST + "Content-Encoding: " + coding + "\r\nContent-Length: 4\r\n\r\nbomb" + NEXT);
        assertThat(client.answer().status()).isEqualTo(415);
        assertThat(client.answer().body()).isEqualTo("/next 0");
    }

    @ParameterizedTest
    @Tag("O-026")
    @ValueSource(strings = {"multipart/form-data; boundary=x", "Multipart/Mixed;boundary=y"})
    void aMultipartBodyIsRefused(String type) {
        client.send(POST + "Content-Type: " + type + "\r\nContent-Length: 4\r\n\r\n--x-" + NEXT);
        assertThat(client.answer().status()).isEqualTo(415);
        assertThat(client.answer().body()).isEqualTo("/next 0");
    }

    @ParameterizedTest
    @CsvSource({"DELETE", "PATCH", "post", "FOO"})
    void aMethodWithoutAHandlerIs405WithTheAllowedOnes(String method) {
        client.send(method + " /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi" + NEXT);
        RawAnswer answer = client.answer();
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS, POST, PUT");
        assertThat(client.answer().body()).isEqualTo("/next 0");
    }

    @Test
    void theSkippedBodyOfARefusedRequestIsNeverReadAsARequest() {
        String inner = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
        client.send(POST + "Content-Encoding: gzip\r\nContent-Length: " + inner.length() + "\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(415);
        client.send(inner + NEXT);
        assertThat(client.answer().body()).isEqualTo("/next 0");
        assertThat(edge.requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Encoding: gzip\r\nContent-Length: 70000\r\n",
                "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
                "Content-Encoding: gzip\r\nExpect: 100-continue\r\nContent-Length: 5\r\n"
            })
    void aRefusedBodyWhoseEndIsFarOrUnknownCostsTheConnection(String headers) {
        client.send(POST + headers + "\r\n");
        RawAnswer answer = client.answer();
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("Connection")).isEqualTo("close");
        assertThat(client.isClosedByListener()).isTrue();
    }

    @Test
    @Tag("O-120")
    void aSenderOfTwentyMegabytesReadsItsRefusal() {
        client.send(POST + "Content-Length: 20000000\r\n\r\n");
        boolean taken = true;
        for (int i = 0; i < 20 && taken; i++) {
            taken = client.trySend("x".repeat(1_000_000));
        }
        RawAnswer answer = client.answer();
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.header("Connection")).isEqualTo("close");
        client.trySend(NEXT);
        assertThat(client.isClosedByListener()).isTrue();
        assertThat(edge.requests).isEmpty();
    }

    @Test
    @Tag("T-13")
    void chunksThatGoOnForEverEndAtTheLimit() {
        client.send(POST + "Transfer-Encoding: chunked\r\n\r\n");
        String chunk = "2000\r\n" + "x".repeat(0x2000) + "\r\n";
        for (int i = 0; i < 33; i++) {
            client.trySend(chunk);
        }
        assertThat(client.answer().status()).isEqualTo(413);
        assertThat(client.isClosedByListener()).isTrue();
        assertThat(edge.listener.requestsInFlight()).isZero();
    }

    @Test
    @Tag("O-008")
    void aSmallBodyAfterExpectIsAskedForOnce() {
        client.send(POST + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
        assertThat(client.answer().statusLine()).isEqualTo("HTTP/1.1 100 Continue");
        client.send("hello");
        assertThat(client.answer().body()).isEqualTo("/a 5");
        assertThat(client.isSilentFor(50)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 0\r\n\r\n", "Content-Length: 5\r\n\r\nhello"})
    void nobodyIsAskedForABodyThatIsThereOrNone(String rest) {
        client.send(POST + "Expect: 100-continue\r\n" + rest);
        assertThat(client.answer().status()).isEqualTo(200);
    }

    @Test
    @Tag("O-008")
    @Tag("O-120")
    void aTooLargeBodyIsNotAskedFor() {
        client.send(POST + "Expect: 100-continue\r\nContent-Length: 50000000\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(413);
        assertThat(client.isClosedByListener()).isTrue();
    }

    @ParameterizedTest
    @Tag("O-008")
    @ValueSource(strings = {"Expect: 200-ok\r\n", "Expect: 100-continue\r\nExpect: x\r\n", "Expect:\r\n"})
    void anotherExpectationIsRefusedWithoutAnInterimAnswer(String header) {
        client.send(POST + header + "Content-Length: 5\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(417);
    }

    @Test
    void http10HasNoExpectations() {
        client.send("POST /a HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
        client.send("hello");
        assertThat(client.answer().body()).isEqualTo("/a 5");
    }
}
