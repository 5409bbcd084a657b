package tallygate.gateway.admin.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that no route has given. */
@Tag("T-27")
@Tag("T-38")
class OwnFaultsTest {
    private static final String SECRET = "canary-7731";

    private static WebServer web;

    @BeforeAll
    static void start() {
        web = WebServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty(), request -> {
            if (request.target().startsWith("/breaks")) {
                throw new IllegalStateException(SECRET);
            }
            return Reply.ok("fine");
        });
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    static Stream<Arguments> requests() {
        String host = " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";
        return Stream.of(
                Arguments.of("a broken escape", "GET /%zz" + SECRET + host + "\r\n", 400),
                Arguments.of("a path without a slash", "GET " + SECRET + host + "\r\n", 400),
                Arguments.of("a path that leads out", "GET /../../" + SECRET + host + "\r\n", 400),
                Arguments.of("a foreign host", "GET http://b.example/%zz" + host + "\r\n", 400),
                Arguments.of("a method of our own making", "FETCH /" + SECRET + host + "\r\n", 405),
                Arguments.of(
                        "a body that is too large",
                        "POST /x" + host + "Content-Length: 2000000\r\n\r\n" + "x".repeat(2_000_000),
                        413),
                Arguments.of("a route that breaks", "GET /breaks" + host + "\r\n", 500));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void anAnswerOfTheServerItselfLooksLikeOurs(String name, String request, int status) throws IOException {
        String answer = answer(request);
        assertThat(answer).as(name).startsWith("HTTP/1.1 " + status + " ");
        String[] parts = answer.split("\r\n\r\n", 2);
        assertThat(parts[0].toLowerCase(Locale.ROOT).lines())
                .contains(
                        "x-content-type-options: nosniff",
                        "x-frame-options: deny",
                        "cache-control: no-store",
                        "content-type: application/problem+json")
                .anyMatch(line -> line.startsWith("content-security-policy: default-src 'none'"))
                .noneMatch(line -> line.startsWith("server:"));
        assertThat(parts[1]).contains("\"status\":" + status, "urn:tallygate:").doesNotContain(SECRET);
    }

    private static String answer(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), web.port())) {
            socket.setSoTimeout(10_000);
            try {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException _) {
                // It has heard enough.
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
