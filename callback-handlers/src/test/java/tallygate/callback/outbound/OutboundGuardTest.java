package tallygate.callback.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.outbound.OutboundAnswer.Answered;
import tallygate.callback.outbound.OutboundAnswer.NotSent;

/** What may be called at all, with a canary inside that nothing may reach. */
@Timeout(60)
class OutboundGuardTest {
    private static final InetAddress PUBLIC = InetAddress.ofLiteral("93.184.215.14");
    private static final Set<String> PAYPAL = Set.of("api.paypal.com", "api.sandbox.paypal.com");
    private static final OutboundLimits SHORT = new OutboundLimits(Duration.ofSeconds(1), Duration.ofSeconds(1), 1000);

    private Canary canary = null;

    @BeforeEach
    void listen() throws IOException {
        canary = Canary.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    }

    @AfterEach
    void close() throws IOException {
        canary.close();
    }

    private static GuardedOutbound outbound(InsideHosts inside, NameService names) {
        return new GuardedOutbound(
                new UrlGuard(inside), names, (SSLSocketFactory) SSLSocketFactory.getDefault(), System::nanoTime);
    }

    private static OutboundAnswer send(Destination to, NameService names) throws InterruptedException {
        return outbound(InsideHosts.NONE, names).send(OutboundRequest.get(to).within(SHORT));
    }

    private void assertForbidden(OutboundAnswer answer) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        NotSent.class,
                        n -> assertThat(n.isForbidden()).as(n.why()).isTrue());
        assertThat(canary.connections).hasValue(0);
    }

    @ParameterizedTest
    @Tag("T-06")
    @ValueSource(
            strings = {
                "https://api.paypal.com.evil/c",
                "https://evil/api.paypal.com",
                "https://api.paypal.com@127.0.0.1/c",
                "https://api.paypal.com:8443/c",
                "https://api.paypal.com./c",
                "http://api.paypal.com/c",
                "ftp://api.paypal.com/c",
                "file:///etc/passwd",
                "https://[::ffff:127.0.0.1]/c",
                "https://2130706433/c",
                "https://0x7f.0.0.1/c",
                "https://127.1/c",
                "https://017700000001/c",
                "https:///c",
                "https://api.paypal.com/c#x"
            })
    void aCertificateUrlThatIsNotExactlyOnTheListIsNeverLookedUp(String url) throws InterruptedException {
        var lookups = new AtomicInteger();
        assertForbidden(send(new Destination.Listed(URI.create(url), PAYPAL), _ -> {
            lookups.incrementAndGet();
            return List.of(Canary.LOOPBACK);
        }));
        assertThat(lookups).hasValue(0);
    }

    @ParameterizedTest
    @Tag("T-06")
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.8.8",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "100.64.0.1",
                "100.100.100.200",
                "169.254.169.254",
                "0.0.0.0",
                "224.0.0.1",
                "255.255.255.255",
                "192.0.2.1",
                "198.18.0.1",
                "::1",
                "::",
                "::ffff:10.0.0.1",
                "::127.0.0.1",
                "fe80::1",
                "fc00::1",
                "fd00:ec2::254",
                "fec0::1",
                "ff02::1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::1",
                "2002:7f00:1::",
                "2001:db8::1",
                "2001::1",
                "100::1",
                "3fff::1"
            })
    void aNameWithAnAddressThatIsNotPublicIsRefusedEvenBesideAPublicOne(String address) throws InterruptedException {
        InetAddress inside = InetAddress.ofLiteral(address);
        Destination listed = new Destination.Listed(URI.create("https://api.paypal.com/c"), PAYPAL);
        Destination foreign = new Destination.Foreign(URI.create("https://participant.example/c"));
        assertForbidden(send(listed, _ -> List.of(inside)));
        assertForbidden(send(foreign, _ -> List.of(inside)));
        assertForbidden(send(foreign, _ -> List.of(PUBLIC, inside)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "93.184.215.14",
                "8.8.8.8",
                "172.32.0.1",
                "172.15.0.1",
                "100.128.0.1",
                "192.167.255.255",
                "223.255.255.1",
                "2606:4700::1111",
                "2a00:1450::1",
                "64:ff9b::808:808",
                "2002:808:808::"
            })
    void aPublicAddressIsPublic(String address) {
        assertThat(AddressClass.of(InetAddress.ofLiteral(address))).isEqualTo(AddressClass.PUBLIC);
    }

    @ParameterizedTest
    @Tag("T-07")
    @ValueSource(strings = {"169.254.169.254", "fe80::1", "224.0.0.1", "0.0.0.0"})
    void evenTheOperatorsOwnUrlLeadsToNoLinkLocalOrReservedAddress(String address) throws InterruptedException {
        assertForbidden(send(
                new Destination.Configured(URI.create("http://metadata.example/")),
                _ -> List.of(InetAddress.ofLiteral(address))));
    }

    @Test
    void theOperatorsOwnUrlMayBeLoopbackWithoutTls() throws Exception {
        OutboundAnswer answer = outbound(InsideHosts.NONE, NameService.SYSTEM)
                .send(OutboundRequest.get(new Destination.Configured(canary.url("/q?a=b")))
                        .with("Authorization", "Bearer s3cret"));
        assertThat(((Answered) answer).text()).isEqualTo("ok");
        assertThat(canary.head.get())
                .startsWith("GET /q?a=b HTTP/1.1\r\n")
                .contains("Host: 127.0.0.1:" + canary.port() + "\r\n")
                .contains("Authorization: Bearer s3cret\r\n")
                .contains("User-Agent: Tallygate\r\n")
                .contains("Connection: close\r\n");
    }

    @Test
    void aForeignUrlReachesAnInsideHostOnlyWhenTheOperatorListedItWithItsPort() throws Exception {
        OutboundRequest request =
                OutboundRequest.get(new Destination.Foreign(canary.url("/"))).within(SHORT);
        assertForbidden(outbound(InsideHosts.NONE, NameService.SYSTEM).send(request));
        assertForbidden(outbound(new InsideHosts(Set.of("127.0.0.1:1")), NameService.SYSTEM)
                .send(request));
        assertThat(outbound(new InsideHosts(Set.of("127.0.0.1:" + canary.port())), NameService.SYSTEM)
                        .send(request))
                .isInstanceOf(Answered.class);
    }

    @Test
    void aForeignNameThatLeadsInsideIsForbiddenByItsAddressAlone() throws Exception {
        OutboundRequest request = OutboundRequest.get(new Destination.Foreign(URI.create("https://shop.example/")))
                .within(SHORT);
        assertForbidden(
                outbound(InsideHosts.NONE, _ -> List.of(Canary.LOOPBACK)).send(request));
    }

    /** The second look would give another address; it must never happen. */
    @Test
    @Tag("T-07")
    @Tag("F-46")
    void aNameThatChangesItsAddressBetweenTwoLooksIsLookedUpOnceAndConnectedToWhatWasChecked() throws Exception {
        Iterator<InetAddress> answers =
                List.of(Canary.LOOPBACK, InetAddress.ofLiteral("127.0.0.2")).iterator();
        Destination to = new Destination.Configured(URI.create("http://shop.example:" + canary.port() + "/"));
        assertThat(send(to, _ -> List.of(answers.next()))).isInstanceOf(Answered.class);
        assertThat(answers.next()).as("not asked for").isEqualTo(InetAddress.ofLiteral("127.0.0.2"));
    }
}
