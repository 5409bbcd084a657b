package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** What a handler gets of a request. */
@ExtendWith(NoBufferLeaks.class)
class AcceptedRequestsTest {
    private static final String POST = "POST /callbacks/shop HTTP/1.1\r\nHost: a\r\n";

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

    @Test
    void aHandlerGetsMethodTargetHeadersAndBodyAsTheyCame() {
        client.send("POST /cb/%73tripe/./x;a=1?b=%2F+c HTTP/1.1\r\nHost: pay.example:8443\r\n"
                + "stripe-SIGNATURE:  \t t=1 , v1=2 \t\r\nX-Twice: 1\r\nX-Twice: 2\r\nX-Latin: \u00e9\r\n"
                + "Content-Length: 5\r\n\r\nh\u0000\u00ffl\r");
        assertThat(client.answer().status()).isEqualTo(200);

        RawRequest request = edge.requests.getFirst();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.target()).isEqualTo("/cb/%73tripe/./x;a=1?b=%2F+c");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//callbacks/stripe",
                "/CALLBACKS/STRIPE",
                "/callbacks/%73tripe",
                "/callbacks/./stripe",
                "/callbacks/stripe/",
                "/callbacks/stripe;x=1",
                "/callbacks/stripe%2f..%2fadmin",
                "/callbacks/stripe/../../admin/tasks",
                "/callbacks/stripe?a=%7B\"b\":1}|",
                "/?",
                "/"
            })
    void aTargetIsNeverDecodedOrNormalised(String target) {
        client.send("POST " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(edge.requests.getFirst().target()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Length: 0\r\n", "Transfer-Encoding: chunked\r\n"})
    void anEmptyBodyIsARequestLikeAnyOther(String header) {
        client.send(POST + header + "\r\n" + (header.startsWith("T") ? "0\r\n\r\n" : ""));
        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(edge.requests.getFirst().body()).isEmpty();
    }

    @Test
    @Tag("O-007")
    void aBodyThatComesInChunksOfOneByteArrivesWhole() {
        String body = "{\"note\":\"m\u00e2nec\u0103 \u652f\u4ed8 \ud83d\ude00\"}";
        var chunks = new StringBuilder(POST).append("Transfer-Encoding: chunked\r\n\r\n");
        for (byte b : body.getBytes(StandardCharsets.UTF_8)) {
            chunks.append("1\r\n").append((char) (b & 0xFF)).append("\r\n");
        }
        client.send(chunks.append("0\r\n\r\n").toString());
        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(new String(edge.requests.getFirst().body(), StandardCharsets.UTF_8))
                .isEqualTo(body);
    }

    @Test
    @Tag("O-007")
    void whatFollowsAChunkedBodyNeverBecomesAHeader() {
        client.send(POST + "Transfer-Encoding: chunked\r\nTrailer: Stripe-Signature\r\n\r\n"
                + "5;ext=1\r\nhello\r\n000\r\nStripe-Signature: t=1\r\nHost: b\r\nContent-Length: 9\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(edge.body(0)).isEqualTo("hello");
        assertThat(edge.requests.getFirst().headerValues("Stripe-Signature")).isEmpty();
        assertThat(edge.requests.getFirst().headerValues("Host")).containsExactly("a");
        assertThat(edge.requests.getFirst().headerValues("Content-Length")).isEmpty();
    }

    @Test
    void aRequestThatComesByteByByteIsTheSameRequest() {
        String request = POST + "X: y\r\nContent-Length: 3\r\n\r\nabc";
        for (char c : request.toCharArray()) {
            client.send(String.valueOf(c));
        }
        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(edge.body(0)).isEqualTo("abc");
        assertThat(edge.requests.getFirst().headerValues("X")).containsExactly("y");
    }

    @Test
    void oneEmptyLineBeforeARequestIsSkipped() {
        client.send(POST + "Content-Length: 1\r\n\r\nx\r\n");
        assertThat(client.answer().status()).isEqualTo(200);
        client.send("GET /second HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.answer().body()).isEqualTo("/second 0");
    }

    @Test
    @Tag("O-006")
    void identityAsContentEncodingMeansNone() {
        client.send(POST + "Content-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}");
        assertThat(client.answer().status()).isEqualTo(200);
    }

    @Test
    @Tag("O-030")
    void aMethodOverrideIsJustAHeader() {
        client.send(POST + "X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(edge.requests.getFirst().method()).isEqualTo("POST");
    }

    @Test
    void aRequestJustInsideTheLimitsOfTheHeadIsTaken() {
        int fixed = "POST  HTTP/1.1\r\n".length();
        String line = "POST /" + "a".repeat(4096 - fixed - 1) + " HTTP/1.1\r\n";
        String headers = "Host: a\r\n" + "A: b\r\n".repeat(62);
        int left = 8192 - line.length() - headers.length() - "X: \r\n\r\n".length();
        client.send(line + headers + "X: " + "y".repeat(left) + "\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(200);
        assertThat(edge.requests.getFirst().headers()).hasSize(64);
    }

    @Test
    void aBodyOfJustTheLimitIsTakenAndOneByteMoreIsNot() {
        int max = RequestLimits.defaults().bodyBytes();
        client.send(POST + "Content-Length: " + max + "\r\n\r\n" + "x".repeat(max));
        assertThat(client.answer().body()).isEqualTo("/callbacks/shop " + max);
        client.send(POST + "Content-Length: " + (max + 1) + "\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(413);
    }

    @Test
    @Tag("T-15")
    void anOfferOfHttp2IsAnsweredInPlainHttp11() throws IOException, InterruptedException {
        HttpClient upgrading =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        URI uri = URI.create("http://127.0.0.1:" + edge.listener.boundAddress().getPort() + "/up");
        HttpResponse<String> answer = upgrading.send(
                HttpRequest.newBuilder(uri)
                        .POST(HttpRequest.BodyPublishers.ofString("hello"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(answer.body()).isEqualTo("/up 5");
        assertThat(edge.requests.getFirst().headerValues("Upgrade")).containsExactly("h2c");
    }

    @Test
    void theHandlerSaysWhichMethodsThereAre() {
        var onlyPost = new RequestHandler() {
            @Override
            public void handle(RawRequest request, Reply reply) {
                reply.send(Edge.echo(request));
            }

            @Override
            public Set<String> methods() {
                return Set.of("POST", "GET");
            }
        };
        try (HttpListener listener = Edge.start(new Settings(), onlyPost);
                RawClient other = RawClient.to(listener.boundAddress())) {
            other.send("DELETE /a HTTP/1.1\r\nHost: a\r\n\r\nPOST /b HTTP/1.1\r\nHost: a\r\n\r\n");
            RawAnswer refused = other.answer();
            assertThat(refused.status()).isEqualTo(405);
            assertThat(refused.header("Allow")).isEqualTo("GET, POST");
            assertThat(other.answer().body()).isEqualTo("/b 0");
        }
    }

    @Test
    void theListOfHeadersIsTheHandlersToKeep() {
        client.send(POST + "A: 1\r\n\r\n" + POST + "A: 2\r\n\r\n");
        client.answer();
        client.answer();
        List<List<String>> values =
                edge.requests.stream().map(r -> r.headerValues("A")).toList();
        assertThat(values).containsExactly(List.of("1"), List.of("2"));
    }
}
