package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** What a handler gets of a request, and what its sender gets back. */
class AcceptedRequestsTest {
    @Test
    void aHandlerGetsMethodTargetHeadersAndBodyAsTheyCame() {
        try (Edge edge = Edge.answering();
                RawClient client = edge.connect()) {
            client.send("POST //cb/%73tripe/./x;a=1?b=%2F+c HTTP/1.1\r\nHost: pay.example:8443\r\n"
                    + "stripe-SIGNATURE:  \t t=1 , v1=2 \t\r\nX-Twice: 1\r\nX-Twice: 2\r\nX-Latin: \u00e9\r\n"
                    + "Content-Length: 5\r\n\r\nh\u0000\u00ffl\r");
            assertThat(client.answer().status()).isEqualTo(200);

            RawRequest request = edge.requests.getFirst();
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.target()).isEqualTo("//cb/%73tripe/./x;a=1?b=%2F+c");
            assertThat(request.scheme()).isEqualTo("http");
            assertThat(request.authority()).isEqualTo("pay.example:8443");
            assertThat(request.remoteAddress()).isEqualTo("127.0.0.1");
            assertThat(request.headers())
                    .containsExactly(
                            new Header("Host", "pay.example:8443"),
                            new Header("stripe-SIGNATURE", "t=1 , v1=2"),
                            new Header("X-Twice", "1"),
                            new Header("X-Twice", "2"),
                            new Header("X-Latin", "\u00e9"),
                            new Header("Content-Length", "5"));
            assertThat(request.body()).containsExactly('h', 0, 0xFF, 'l', '\r');
        }
    }

    @Test
    void anAnswerHasStatusTypeLengthAndDateAndNoBanner() {
        var reply = new HttpReply(
                201, List.of(new Header("X-Mine", "yes")), "text/xml", "<ok/>".getBytes(StandardCharsets.US_ASCII));
        try (Edge edge = Edge.with(_ -> {}, (_, r) -> r.send(reply));
                RawClient client = edge.connect()) {
            client.send("POST /a HTTP/1.1\r\nHost: a\r\n\r\n");
            RawAnswer answer = client.answer();
            assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 201 Created");
            assertThat(answer.headerLines())
                    .containsExactly(
                            "X-Mine: yes",
                            "Content-Type: text/xml",
                            "Content-Length: 5",
                            "Date: Sun, 01 Mar 2026 12:00:00 GMT");
            assertThat(answer.body()).isEqualTo("<ok/>");
        }
    }
}
