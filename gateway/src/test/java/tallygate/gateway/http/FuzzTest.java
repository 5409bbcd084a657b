package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import tallygate.signature.RawRequest;

/** Random bytes over a real socket: never a mangled request, never an error of ours, never a connection that stays. */
@ExtendWith(NoBufferLeaks.class)
class FuzzTest {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final List<String> WORDS = List.of(
            "GET ",
            "POST ",
            "/",
            "/callbacks/shop",
            " HTTP/1.1\r\n",
            " HTTP/1.0\r\n",
            "Host: a\r\n",
            "\r\n",
            "\n",
            "\r",
            ":",
            " ",
            "Content-Length: 5\r\n",
            "Content-Length: 0\r\n",
            "Transfer-Encoding: chunked\r\n",
            "5\r\nhello\r\n",
            "0\r\n\r\n",
            "hello",
            "Connection: close\r\n",
            "Expect: 100-continue\r\n",
            "Content-Encoding: gzip\r\n",
            "X: y\r\n",
            "PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n",
            "\r\n\r\n\u0000\r\nQUIT\n");

    private static Edge edge;

    @BeforeAll
    static void start() {
        edge = Edge.answering();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    @RepeatedTest(20)
    void randomBytesAreRefusedOrAreRequests(RepetitionInfo run) throws IOException {
        var dice = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 25; i++) {
            String input = input(dice);
            int before = edge.requests.size();
            String output = exchange(input, dice);
            String what = "seed=" + run.getCurrentRepetition() + " round=" + i + " " + input;
            assertThat(STATUS.matcher(output).results().map(m -> m.group(1)).toList())
                    .as(what)
                    .allMatch(status -> !status.equals("500") && !status.equals("503"));
            for (RawRequest request : edge.requests.subList(before, edge.requests.size())) {
                assertThat(isWhole(request, input)).as(what).isTrue();
            }
        }
        assertThat(edge.count("handler.failures")).isZero();
    }

    /** Everything a handler gets was in the input, word for word. */
    private static boolean isWhole(RawRequest request, String input) {
        String line = request.method() + " " + request.target() + " HTTP/1.";
        boolean headersAreThere =
                request.headers().stream().allMatch(h -> input.contains(h.name() + ":") && input.contains(h.value()));
        String body = new String(request.body(), StandardCharsets.ISO_8859_1);
        boolean chunked = !request.headerValues("transfer-encoding").isEmpty();
        return input.contains(line) && headersAreThere && (chunked || input.contains(body));
    }

    private static String input(SplittableRandom dice) {
        var input = new StringBuilder();
        if (dice.nextInt(4) > 0) {
            input.append("POST /callbacks/shop HTTP/1.1\r\nHost: a\r\n");
        }
        int parts = 1 + dice.nextInt(12);
        for (int i = 0; i < parts; i++) {
            if (dice.nextInt(5) == 0) {
                byte[] random = new byte[dice.nextInt(30)];
                dice.nextBytes(random);
                input.append(new String(random, StandardCharsets.ISO_8859_1));
            } else {
                input.append(WORDS.get(dice.nextInt(WORDS.size())));
            }
        }
        return input.toString();
    }

    /** Writes in two pieces, ends, and reads to the end. */
    private static String exchange(String input, SplittableRandom dice) throws IOException {
        byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
        int cut = dice.nextInt(bytes.length + 1);
        try (RawClient client = RawClient.to(edge.listener.boundAddress())) {
            Socket socket = client.socket();
            try {
                socket.getOutputStream().write(bytes, 0, cut);
                socket.getOutputStream().write(bytes, cut, bytes.length - cut);
                socket.shutdownOutput();
            } catch (IOException _) {
                // The listener had enough; what it said is still there to read.
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
