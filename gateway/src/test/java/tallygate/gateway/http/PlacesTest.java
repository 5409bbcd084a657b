package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who makes place when all are taken: who owes a head for longest, then the longest idle, and nobody who has asked something. */
@ExtendWith(NoBufferLeaks.class)
@Tag("T-11")
class PlacesTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final Duration LONG = UnusedConnections.UNUSED_MIN.plusMillis(500);

    private static ConnectionLimits connections(int total, int perAddress) {
        return new ConnectionLimits(total, perAddress, 9, 1_000, Duration.ofHours(1));
    }

    private static Edge full(int total) {
        return Edge.answering(s -> s.connections = connections(total, 100));
    }

    private static void isServed(RawClient client) {
        assertThat(client.send(GET).answer().status()).isEqualTo(200);
    }

    @Test
    void theLongestIdleConnectionMakesPlaceAndTheOthersStay() {
        try (Edge edge = full(3);
                RawClient first = edge.connect();
                RawClient second = edge.connect();
                RawClient third = edge.connect()) {
            for (RawClient client : List.of(second, first, third)) {
                isServed(client);
                edge.passes(LONG);
            }
            try (RawClient newcomer = edge.connect()) {
                isServed(newcomer);
                assertThat(second.isClosedByListener()).isTrue();
                isServed(first);
                isServed(third);
                assertThat(edge.listener.openConnections()).isEqualTo(3);
                assertThat(edge.count("connections.displaced")).isEqualTo(1);
                assertThat(edge.count("connections.refused", "reason", "connections"))
                        .isZero();
            }
        }
    }

    @Test
    void oneThatNeverSaidAByteMakesPlace() {
        try (Edge edge = full(1);
                RawClient silent = edge.connect()) {
            edge.passes(LONG);
            try (RawClient newcomer = edge.connect()) {
                assertThat(silent.isClosedByListener()).isTrue();
                isServed(newcomer);
            }
        }
    }

    @Test
    void aRequestThatIsWorkedOnOrWhoseHeadHasComeNeverMakesPlace() {
        try (Edge edge = Edge.holding(s -> s.connections = connections(2, 100));
                RawClient worked = edge.connect();
                RawClient half = edge.connect()) {
            edge.send(worked, GET);
            edge.send(half, "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na");
            edge.passes(LONG);
            try (RawClient newcomer = RawClient.to(edge.listener.boundAddress())) {
                assertThat(newcomer.answer().status()).isEqualTo(503);
            }
            half.send("bc");
            for (int i = 0; i < 2; i++) {
                edge.waitFor(i).send(HttpReply.empty(200));
            }
            for (RawClient client : List.of(worked, half)) {
                assertThat(client.answer().status()).isEqualTo(200);
            }
            assertThat(edge.count("connections.displaced")).isZero();
        }
    }

    /** A byte now and then does not make it younger, and a connection that is kept between two requests outlasts it. */
    @Test
    void whoHoldsHalfAHeadForLongestMakesPlaceAndKeptConnectionsStay() {
        try (Edge edge = full(3);
                RawClient kept = edge.connect();
                RawClient older = edge.connect();
                RawClient younger = edge.connect()) {
            isServed(kept);
            edge.passes(LONG);
            isServed(older);
            edge.send(older, "GET /a HT");
            edge.passes(LONG);
            isServed(younger);
            edge.send(younger, "GET /a HT");
            edge.passes(LONG);
            edge.send(older, "T");
            try (RawClient newcomer = edge.connect()) {
                isServed(newcomer);
                assertThat(older.isClosedByListener()).isTrue();
                younger.send("TP/1.1\r\nHost: a\r\n\r\n");
                assertThat(younger.answer().status()).isEqualTo(200);
                isServed(kept);
                assertThat(edge.count("connections.displaced")).isEqualTo(1);
            }
        }
    }

    @Test
    void aHeadThatBeganAMomentAgoIsWaitedFor() {
        try (Edge edge = full(1);
                RawClient begun = edge.connect()) {
            edge.passes(LONG);
            isServed(begun);
            edge.send(begun, "GET /a HT");
            try (RawClient newcomer = RawClient.to(edge.listener.boundAddress())) {
                assertThat(newcomer.answer().status()).isEqualTo(503);
            }
            begun.send("TP/1.1\r\nHost: a\r\n\r\n");
            assertThat(begun.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void oneThatWasUsedAMomentAgoDoesNotMakePlace() {
        try (Edge edge = full(1);
                RawClient busy = edge.connect()) {
            edge.passes(LONG);
            isServed(busy);
            try (RawClient newcomer = RawClient.to(edge.listener.boundAddress())) {
                assertThat(newcomer.answer().status()).isEqualTo(503);
            }
            isServed(busy);
        }
    }

    /** Connections go round the loops: of two, the newcomer's has none that is idle now and then. */
    @Test
    void aConnectionOfAnotherLoopMakesPlaceToo() {
        try (Edge edge = Edge.answering(s -> {
            s.connections = connections(1, 100);
            s.threads = 3;
        })) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                RawClient newcomer = edge.connect();
                isServed(newcomer);
                clients.add(newcomer);
                edge.passes(LONG);
            }
            assertThat(edge.count("connections.displaced")).isEqualTo(5);
            assertThat(edge.listener.openConnections()).isEqualTo(1);
            clients.forEach(RawClient::close);
        }
    }

    /** Else it could end everybody's connections without holding one itself. */
    @Test
    void anAddressThatHasItsShareDisplacesNobody() {
        try (Edge edge = Edge.answering(s -> s.connections = connections(3, 2));
                RawClient honest = edge.connect();
                RawClient greedy = RawClient.to(edge.listener.boundAddress(), "127.0.0.66");
                RawClient greedier = RawClient.to(edge.listener.boundAddress(), "127.0.0.66")) {
            await().until(() -> edge.listener.openConnections() == 3);
            edge.passes(LONG);
            try (RawClient more = RawClient.to(edge.listener.boundAddress(), "127.0.0.66")) {
                assertThat(more.answer().status()).isEqualTo(503);
            }
            assertThat(edge.count("connections.refused", "reason", "connections-of-address"))
                    .isEqualTo(1);
            isServed(honest);
            isServed(greedy);
            isServed(greedier);
        }
    }

    @Test
    void aFloodOfNewcomersFindsPlacesInTurnAndLeavesNothingBehind() {
        try (Edge edge = full(50)) {
            List<RawClient> clients = new ArrayList<>();
            for (int wave = 0; wave < 4; wave++) {
                for (int i = 0; i < 50; i++) {
                    clients.add(edge.connect());
                }
                edge.passes(LONG);
            }
            assertThat(edge.count("connections.displaced")).isEqualTo(150);
            assertThat(edge.listener.openConnections()).isEqualTo(50);
            clients.forEach(RawClient::close);
            await().until(() -> edge.listener.openConnections() == 0);
        }
    }
}
