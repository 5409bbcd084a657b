package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A load balancer that speaks the PROXY protocol, one that does not, and strangers who try. */
@ExtendWith(NoBufferLeaks.class)
class ProxyProtocolTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String V1 = "PROXY TCP4 203.0.113.7 10.0.0.1 40000 443\r\n";
    private static final String V2 =
            binary("0d0a0d0a000d0a515549540a" + "2111000c" + "cb007108" + "0a000001" + "9c4001bb");
    private static final String LOCAL = binary("0d0a0d0a000d0a515549540a" + "20000000");

    private static Edge edge(ProxyProtocol protocol, String trusted) {
        return Edge.answering(s -> s.proxies = new Proxies(protocol, List.of(AddressRange.parse(trusted))));
    }

    private static Edge trusting(ProxyProtocol protocol) {
        return edge(protocol, "127.0.0.1");
    }

    @ParameterizedTest
    @EnumSource(names = {"OPTIONAL", "REQUIRED"})
    void aTrustedProxyNamesTheClientOfAllRequestsOfItsConnection(ProxyProtocol protocol) {
        try (Edge edge = trusting(protocol)) {
            try (RawClient client = edge.connect()) {
                client.send(V1 + GET + GET);
                assertThat(client.answer().status()).isEqualTo(200);
                assertThat(client.answer().status()).isEqualTo(200);
            }
            try (RawClient client = edge.connect()) {
                assertThat(client.send(V2 + GET).answer().status()).isEqualTo(200);
            }
            assertThat(edge.requests)
                    .extracting("remoteAddress")
                    .containsExactly("203.0.113.7", "203.0.113.7", "203.0.113.8");
        }
    }

    @Test
    @Tag("O-123")
    void aHeaderInManyPiecesIsOneHeader() {
        try (Edge edge = trusting(ProxyProtocol.REQUIRED);
                RawClient client = edge.connect()) {
            for (char c : V2.toCharArray()) {
                edge.send(client, String.valueOf(c));
            }
            assertThat(client.send(GET).answer().status()).isEqualTo(200);
            assertThat(edge.requests.getFirst().remoteAddress()).isEqualTo("203.0.113.8");
        }
    }

    @Test
    @Tag("O-123")
    void aHealthCheckOfTheProxyItselfIsServedWithTheSocketsAddress() {
        try (Edge edge = trusting(ProxyProtocol.REQUIRED);
                RawClient client = edge.connect()) {
            assertThat(client.send(LOCAL + GET).answer().status()).isEqualTo(200);
            assertThat(edge.requests.getFirst().remoteAddress()).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void aHealthCheckWithoutHeaderIsServedWhereTheHeaderIsOptional() {
        try (Edge edge = trusting(ProxyProtocol.OPTIONAL);
                RawClient client = edge.connect()) {
            assertThat(client.send(GET).answer().status()).isEqualTo(200);
            assertThat(edge.requests.getFirst().remoteAddress()).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void aConnectionWithoutHeaderIsClosedWhereTheHeaderIsRequired() {
        try (Edge edge = trusting(ProxyProtocol.REQUIRED);
                RawClient client = edge.connect()) {
            client.trySend(GET);
            assertThat(client.isClosedByListener()).isTrue();
            assertThat(edge.count("connections.refused", "reason", "proxy-header"))
                    .isEqualTo(1);
            assertThat(edge.requests).isEmpty();
        }
    }

    @Test
    @Tag("T-09")
    void aStrangersHeaderIsABadRequestAndNeverAnAddress() {
        try (Edge edge = edge(ProxyProtocol.OPTIONAL, "10.0.0.0/8");
                RawClient client = edge.connect();
                RawClient honest = edge.connect()) {
            assertThat(client.send(V1 + GET).answer().status()).isEqualTo(400);
            assertThat(honest.send(GET).answer().status()).isEqualTo(200);
            assertThat(edge.requests).extracting("remoteAddress").containsExactly("127.0.0.1");
        }
    }

    @Test
    void aStrangerIsClosedWhereTheHeaderIsRequired() {
        try (Edge edge = edge(ProxyProtocol.REQUIRED, "10.0.0.0/8");
                RawClient client = RawClient.to(edge.listener.boundAddress())) {
            client.trySend(V1 + GET);
            assertThat(client.isClosedByListener()).isTrue();
            assertThat(edge.requests).isEmpty();
        }
    }

    @Test
    void aMalformedHeaderIsClosedAtOnce() {
        try (Edge edge = trusting(ProxyProtocol.OPTIONAL);
                RawClient client = edge.connect()) {
            client.send(binary("0d0a0d0a000d0a515549540a" + "ff"));
            assertThat(client.isClosedByListener()).isTrue();
        }
    }

    @Test
    void aHeaderThatNeverEndsIsGivenUp() {
        try (Edge edge = trusting(ProxyProtocol.REQUIRED);
                RawClient client = edge.connect()) {
            edge.passes(Duration.ofSeconds(4));
            client.send("PROXY TCP4");
            edge.passes(Duration.ofSeconds(1));
            assertThat(client.isClosedByListener()).isTrue();
        }
    }

    @Test
    void connectionsAreCountedUnderTheAddressTheProxyNamed() {
        try (Edge edge = Edge.answering(s -> {
            s.proxies = new Proxies(ProxyProtocol.REQUIRED, List.of(AddressRange.parse("127.0.0.1")));
            s.connections = new ConnectionLimits(9, 1, 9, 9, Duration.ofHours(1));
        })) {
            try (RawClient first = edge.connect();
                    RawClient other = edge.connect();
                    RawClient second = edge.connect()) {
                assertThat(first.send(V1 + GET).answer().status()).isEqualTo(200);
                assertThat(other.send(V2 + GET).answer().status()).isEqualTo(200);
                assertThat(second.send(V1 + GET).answer().status()).isEqualTo(503);
                assertThat(second.isClosedByListener()).isTrue();
            }
            await().until(() -> edge.listener.openConnections() == 0);
            try (RawClient again = edge.connect()) {
                assertThat(again.send(V1 + GET).answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void forwardingHeadersGoOnFromTheAddressInTheProxyHeader() {
        try (Edge edge = Edge.answering(s -> s.proxies = new Proxies(
                        ProxyProtocol.REQUIRED,
                        List.of(AddressRange.parse("127.0.0.1"), AddressRange.parse("203.0.113.7"))));
                RawClient client = edge.connect()) {
            client.send(V1 + "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.9\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(edge.requests.getFirst().remoteAddress()).isEqualTo("198.51.100.9");
        }
    }

    private static String binary(String hex) {
        return new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
    }
}
