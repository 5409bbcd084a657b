package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The corpus of requests that a proxy in front could read in another way than we do, or that nobody should send. */
@ExtendWith(NoBufferLeaks.class)
class RefusedRequestsTest {
    private static final String POST = "POST /callbacks/shop HTTP/1.1\r\nHost: a\r\n";
    private static final String NEXT = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

    private static Edge edge;

    @BeforeAll
    static void start() {
        edge = Edge.answering();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    static Stream<Arguments> corpus() {
        return Stream.of(lengths(), codings(), chunks(), lines(), headers(), targets())
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> lengths() {
        return Stream.of(
                row(
                        "Content-Length and Transfer-Encoding",
                        POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                        400),
                row(
                        "Transfer-Encoding and Content-Length",
                        POST + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
                        400),
                row("two lengths that differ", POST + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
                row("two equal lengths", POST + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
                row("a list of lengths", POST + "Content-Length: 5, 5\r\n\r\nhello", 400),
                row("a plus sign", POST + "Content-Length: +5\r\n\r\nhello", 400),
                row("a minus sign", POST + "Content-Length: -5\r\n\r\nhello", 400),
                row("a hexadecimal length", POST + "Content-Length: 0x5\r\n\r\nhello", 400),
                row("a length with leading zeros", POST + "Content-Length: 0005\r\n\r\nhello", 400),
                row("an empty length", POST + "Content-Length:\r\n\r\nhello", 400),
                row("a length with a blank in it", POST + "Content-Length: 1 0\r\n\r\nhello", 400),
                row("a length in full-width digits", POST + "Content-Length: \u00ef\u00bc\u0095\r\n\r\nhello", 400),
                row("a length beyond a long", POST + "Content-Length: 99999999999999999999\r\n\r\nhello", 413),
                row("a length of ten gigabytes", POST + "Content-Length: 10737418240\r\n\r\nhello", 413),
                row("a body on GET", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n" + NEXT, 400),
                row(
                        "chunks on HEAD",
                        "HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                        400));
    }

    private static Stream<Arguments> codings() {
        return Stream.of(
                row("chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
                row("gzip, chunked", POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
                row("chunked twice in one line", POST + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400),
                row(
                        "chunked in two lines",
                        POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                        400),
                row("identity", POST + "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello", 400),
                row("an unknown coding", POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400),
                row("an empty coding", POST + "Transfer-Encoding:\r\n\r\n0\r\n\r\n", 400),
                row("a coding in quotes", POST + "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n", 400),
                row("a coding with a parameter", POST + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n", 400),
                row("a coding with a vertical tab", POST + "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n", 400),
                row(
                        "a blank before the colon",
                        POST + "Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\nhello",
                        400));
    }

    private static Stream<Arguments> chunks() {
        String chunked = POST + "Transfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                row("a bare LF in a chunk extension", chunked + "5;x\nhello\r\n0\r\n\r\n", 400),
                row("a bare CR in a chunk extension", chunked + "5;x\ry\r\nhello\r\n0\r\n\r\n", 400),
                row("a chunk line that ends with LF", chunked + "5\nhello\r\n0\r\n\r\n", 400),
                row("a chunk without CR LF after it", chunked + "5\r\nhello0\r\n\r\n", 400),
                row("a chunk with LF after it", chunked + "5\r\nhello\n0\r\n\r\n", 400),
                row("a chunk longer than its size", chunked + "4\r\nhello\r\n0\r\n\r\n", 400),
                row("a chunk size with 0x", chunked + "0x5\r\nhello\r\n0\r\n\r\n", 400),
                row("a chunk size with a sign", chunked + "+5\r\nhello\r\n0\r\n\r\n", 400),
                row("a negative chunk size", chunked + "-5\r\nhello\r\n0\r\n\r\n", 400),
                row("a blank before the chunk size", chunked + " 5\r\nhello\r\n0\r\n\r\n", 400),
                row("a blank after the chunk size", chunked + "5 \r\nhello\r\n0\r\n\r\n", 400),
                row("a chunk size of 17 digits", chunked + "00000000000000005\r\nhello\r\n0\r\n\r\n", 400),
                row("an empty chunk size", chunked + "\r\nhello\r\n0\r\n\r\n", 400),
                row("a chunk size with an underscore", chunked + "1_0\r\nhello\r\n0\r\n\r\n", 400),
                row("a chunk beyond the body limit", chunked + "fffffff\r\nhello", 413),
                row("a trailer that is no header", chunked + "0\r\nnonsense\r\n\r\n", 400),
                row("a folded trailer", chunked + "0\r\nA: b\r\n c\r\n\r\n", 400),
                row("a trailer with a control byte", chunked + "0\r\nA: \u0000\r\n\r\n", 400),
                row("a trailer that ends with LF", chunked + "0\r\nA: b\n\r\n", 400));
    }

    private static Stream<Arguments> lines() {
        return Stream.of(
                row("HTTP/9.9", "POST / HTTP/9.9\r\nHost: a\r\n\r\n", 505),
                row("HTTP/1.2", "POST / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
                row("the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
                row("HTTP/0.9", "GET /\r\n\r\n", 400),
                row("a lower-case version", "GET / http/1.1\r\nHost: a\r\n\r\n", 400),
                row("a version with a leading zero", "GET / HTTP/01.1\r\nHost: a\r\n\r\n", 400),
                row("two blanks after the method", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("two blanks after the target", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a blank after the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
                row("a tab between the words", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a blank before the method", " GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a request line that ends with LF", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
                row("a CR in the request line", "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a NUL in the request line", "GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a NUL in the method", "G\u0000T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("two empty lines first", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a TLS hello", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc", 400),
                row("a PROXY header nobody asked for", "PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n" + NEXT, 400));
    }

    private static Stream<Arguments> headers() {
        String get = "GET / HTTP/1.1\r\n";
        return Stream.of(
                row("no Host", get + "\r\n", 400),
                row("two Hosts", get + "Host: a\r\nHost: a\r\n\r\n", 400),
                row("an empty Host", get + "Host:\r\n\r\n", 400),
                row("a Host with a path", get + "Host: a/b\r\n\r\n", 400),
                row("a Host with user info", get + "Host: x@a\r\n\r\n", 400),
                row("a Host list", get + "Host: a, b\r\n\r\n", 400),
                row("a Host with a blank", get + "Host: a b\r\n\r\n", 400),
                row("a Host with a port that is no number", get + "Host: a:8o\r\n\r\n", 400),
                row("two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
                row("a folded header", get + "Host: a\r\nStripe-Signature: t=1,\r\n v1=2\r\n\r\n", 400),
                row("a length folded to the next line", POST + "Content-Length:\r\n 5\r\n\r\nhello", 400),
                row("a fold before the first header", get + " Host: a\r\n\r\n", 400),
                row("an underscore in a name", get + "Host: a\r\nContent_Length: 5\r\n\r\n", 400),
                row("a name with a blank", get + "Host: a\r\nX Y: 5\r\n\r\n", 400),
                row("a name with a control byte", get + "Host: a\r\nX\u0001: 5\r\n\r\n", 400),
                row("an empty name", get + "Host: a\r\n: 5\r\n\r\n", 400),
                row("a line without a colon", get + "Host: a\r\nnonsense\r\n\r\n", 400),
                row("a header that ends with LF", get + "Host: a\nX: y\r\n\r\n", 400),
                row("a head that ends with LF LF", "GET / HTTP/1.1\nHost: a\n\n", 400),
                row("an empty line of LF only", get + "Host: a\r\n\n", 400),
                row("a CR in a value", get + "Host: a\r\nX: a\rb\r\n\r\n", 400),
                row("a NUL in a value", get + "Host: a\r\nX: a\u0000b\r\n\r\n", 400),
                row("control bytes at the end of a value", get + "Host: a\r\nX: v1=ff\u000b\u000c\r\r\n\r\n", 400),
                row("a DEL in a value", get + "Host: a\r\nX: \u007f\r\n\r\n", 400),
                row("65 headers", get + "Host: a\r\n" + "A: b\r\n".repeat(64) + "\r\n", 431),
                row("1,300 headers", get + "Host: a\r\n" + "A: b\r\n".repeat(1_300) + "\r\n", 431),
                row("a header of 9,000 bytes", get + "Host: a\r\nX: " + "y".repeat(9_000) + "\r\n\r\n", 431));
    }

    private static Stream<Arguments> targets() {
        return Stream.of(
                row("an absolute target", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("an authority as target", "POST a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("an asterisk as target", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a target without a slash", "GET index HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a byte above ASCII in the target", "GET /\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
                row("a request line of 5,000 bytes", "GET /" + "a".repeat(5_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
                row("a request line without end", "GET /" + "a".repeat(5_000), 414),
                row("CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 405),
                row("TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405));
    }

    private static Arguments row(String name, String bytes, int status) {
        return Arguments.of(name, bytes, status);
    }

    @ParameterizedTest(name = "{0} is answered {2}")
    @Tag("O-035")
    @Tag("O-036")
    @Tag("O-117")
    @Tag("O-118")
    @Tag("O-119")
    @Tag("T-10")
    @Tag("T-12")
    @Tag("T-15")
    @MethodSource("corpus")
    void aRequestWithTwoReadingsIsRefusedAndEndsItsConnection(String name, String bytes, int status) {
        int before = edge.requests.size();
        try (RawClient client = RawClient.to(edge.listener.boundAddress())) {
            client.send(bytes);
            RawAnswer answer = client.answer();
            assertThat(answer.status()).as(name).isEqualTo(status);
            assertThat(answer.header("Connection")).as(name).isEqualTo("close");
            client.trySend(NEXT);
            assertThat(client.isClosedByListener()).as(name).isTrue();
        }
        assertThat(edge.requests).as(name).hasSize(before);
    }
}
