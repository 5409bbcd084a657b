package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tallygate.signature.RawRequest;

/** Both sides of what all connections together may have. */
@ExtendWith(NoBufferLeaks.class)
class LimitsTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

    private static ConnectionLimits connections(int total, int perAddress) {
        return new ConnectionLimits(total, perAddress, 9, 1_000, Duration.ofHours(1));
    }

    private static RequestLimits requests(int bodyBytes, long bodyBytesInFlight, int inFlight) {
        return new RequestLimits(4_096, 8_192, 64, bodyBytes, bodyBytesInFlight, inFlight);
    }

    @Test
    void aConnectionOverTheTotalIsToldAndClosedAndAPlaceThatGetsFreeIsGiven() {
        try (Edge edge = Edge.answering(s -> s.connections = connections(2, 9))) {
            RawClient first = edge.connect();
            RawClient second = edge.connect();
            try (RawClient third = RawClient.to(edge.listener.boundAddress())) {
                RawAnswer answer = third.send(GET).answer();
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.header("Retry-After")).isNotEmpty();
                assertThat(answer.header("Connection")).isEqualTo("close");
                assertThat(third.isClosedByListener()).isTrue();
            }
            assertThat(edge.count("connections.refused", "reason", "connections"))
                    .isEqualTo(1);
            first.close();
            await().until(() -> edge.listener.openConnections() == 1);
            try (RawClient fourth = edge.connect()) {
                assertThat(fourth.send(GET).answer().status()).isEqualTo(200);
            }
            second.close();
            assertThat(edge.requests).hasSize(1);
        }
    }

    @Test
    void aConnectionOverTheLimitOfItsAddressIsToldAndClosed() {
        try (Edge edge = Edge.answering(s -> s.connections = connections(9, 1));
                RawClient first = edge.connect()) {
            try (RawClient second = RawClient.to(edge.listener.boundAddress())) {
                assertThat(second.answer().status()).isEqualTo(503);
                assertThat(second.isClosedByListener()).isTrue();
            }
            assertThat(first.send(GET).answer().status()).isEqualTo(200);
            assertThat(edge.count("connections.refused", "reason", "connections-of-address"))
                    .isEqualTo(1);
            await().until(() -> edge.listener.openConnections() == 1);
        }
    }

    /** Whoever has one address of IPv6 has 2^64 of them. */
    @Test
    void theAddressesOfASixtyFourShareOneLimit() {
        try (Edge edge = Edge.answering(s -> {
                    s.connections = connections(9, 1);
                    s.proxies = new Proxies(ProxyProtocol.REQUIRED, List.of(AddressRange.parse("127.0.0.1")));
                });
                RawClient first = edge.connect();
                RawClient neighbour = edge.connect();
                RawClient other = edge.connect()) {
            assertThat(first.send(fromIPv6("2001:db8::1") + GET).answer().status())
                    .isEqualTo(200);
            assertThat(neighbour.send(fromIPv6("2001:db8::2")).answer().status())
                    .isEqualTo(503);
            assertThat(other.send(fromIPv6("2001:db8:0:1::1") + GET).answer().status())
                    .isEqualTo(200);
            first.close();
            await().until(() -> edge.listener.openConnections() == 1);
            try (RawClient again = edge.connect()) {
                assertThat(again.send(fromIPv6("2001:db8::3") + GET).answer().status())
                        .isEqualTo(200);
            }
        }
    }

    private static String fromIPv6(String address) {
        return "PROXY TCP6 " + address + " 2001:db8:ffff::1 40000 443\r\n";
    }

    @Test
    void aTrustedProxyHasNoLimitOfItsOwn() {
        try (Edge edge = Edge.answering(s -> {
                    s.connections = connections(9, 1);
                    s.proxies = new Proxies(ProxyProtocol.OFF, List.of(AddressRange.parse("127.0.0.0/8")));
                });
                RawClient first = edge.connect();
                RawClient second = edge.connect()) {
            assertThat(first.send(GET).answer().status()).isEqualTo(200);
            assertThat(second.send(GET).answer().status()).isEqualTo(200);
        }
    }

    @Test
    @Tag("T-11")
    void aFloodOfConnectionsLeavesNothingBehind() {
        try (Edge edge = Edge.answering(s -> s.connections = connections(10, 1_000))) {
            List<RawClient> flood = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                flood.add(RawClient.to(edge.listener.boundAddress()));
            }
            await().until(() -> edge.count("connections.refused", "reason", "connections") == 390);
            assertThat(edge.listener.openConnections()).isEqualTo(10);
            flood.forEach(RawClient::close);
            await().until(() -> edge.listener.openConnections() == 0);
            try (RawClient client = edge.connect()) {
                assertThat(client.send(GET).answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aRequestOverTheInFlightLimitIsToldBeforeAnyWorkAndItsConnectionGoesOn() {
        try (Edge edge = Edge.holding(s -> s.requests = requests(1_000, 1_000_000, 1));
                RawClient first = edge.connect();
                RawClient second = edge.connect()) {
            first.send(GET);
            RequestHandler.Reply reply = edge.waitFor(0);
            RawAnswer busy = second.send("POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
                    .answer();
            assertThat(busy.status()).isEqualTo(503);
            assertThat(busy.header("Retry-After")).isNotEmpty();
            assertThat(busy.header("Connection")).isEmpty();
            assertThat(edge.requests).hasSize(1);

            reply.send(HttpReply.empty(200));
            assertThat(first.answer().status()).isEqualTo(200);
            second.send(GET);
            edge.waitFor(1).send(HttpReply.empty(200));
            assertThat(second.answer().status()).isEqualTo(200);
        }
    }

    @Test
    @Tag("F-09")
    void bodiesOverTheTotalAreRefusedAndTheirMemoryIsGivenBack() {
        try (Edge edge = Edge.holding(s -> s.requests = requests(100_000, 150_000, 9));
                RawClient first = edge.connect();
                RawClient second = edge.connect()) {
            String post = "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(100_000);
            first.send(post);
            RequestHandler.Reply reply = edge.waitFor(0);
            assertThat(second.send(post).answer().status()).isEqualTo(503);
            assertThat(second.isClosedByListener()).isTrue();
            assertThat(edge.count("requests.refused", "reason", "body-memory")).isEqualTo(1);
            reply.send(HttpReply.empty(200));
            assertThat(first.answer().status()).isEqualTo(200);
            assertThat(edge.gauge("bodies.in.flight.bytes")).isZero();
        }
    }

    @Test
    @Tag("T-13")
    void aLargeAnnouncedBodyTakesMemoryOnlyAsItArrives() {
        try (Edge edge = Edge.answering(s -> s.requests = requests(1_000_000, 1_000_000, 9));
                RawClient first = edge.connect();
                RawClient second = edge.connect()) {
            edge.send(first, "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n" + "x".repeat(1_000));
            await().until(() -> edge.gauge("bodies.in.flight.bytes") > 0);
            assertThat(edge.gauge("bodies.in.flight.bytes")).isLessThanOrEqualTo(8_192);
            first.close();
            await().until(() -> edge.gauge("bodies.in.flight.bytes") == 0);
            assertThat(second.send(GET).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aReloadedLimitCountsFromTheNextRequest() {
        var settings = new Settings();
        try (Edge edge = Edge.answering();
                RawClient client = edge.connect()) {
            String post = "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello world";
            assertThat(client.send(post).answer().status()).isEqualTo(200);
            settings.requests = requests(10, 10, 9);
            edge.listener.reload(settings.config());
            assertThat(client.send(post).answer().status()).isEqualTo(413);
        }
    }

    @Test
    void aTargetMayHaveSmallerBodiesThanTheListenerAllows() {
        RequestHandler smallForOne = new RequestHandler() {
            @Override
            public void handle(RawRequest request, Reply reply) {
                reply.send(HttpReply.empty(200));
            }

            @Override
            public int bodyBytesMax(String target) {
                return target.equals("/small") ? 4 : Integer.MAX_VALUE;
            }
        };
        try (HttpListener listener = Edge.start(new Settings(), smallForOne)) {
            assertThat(post(listener, "/small", "Content-Length: 4\r\n\r\nfour"))
                    .isEqualTo(200);
            assertThat(post(listener, "/small", "Content-Length: 5\r\n\r\n")).isEqualTo(413);
            assertThat(post(listener, "/small", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\n"))
                    .isEqualTo(413);
            assertThat(post(listener, "/large", "Content-Length: 5\r\n\r\nhello"))
                    .isEqualTo(200);
        }
    }

    private static int post(HttpListener listener, String target, String rest) {
        try (RawClient client = RawClient.to(listener.boundAddress())) {
            return client.send("POST " + target + " HTTP/1.1\r\nHost: a\r\n" + rest)
                    .answer()
                    .status();
        }
    }
}
