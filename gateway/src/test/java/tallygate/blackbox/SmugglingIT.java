package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.blackbox.FrontedBackEnd.Taken;
import tallygate.blackbox.SmugglingCorpus.Attack;

/**
 * What HAProxy and nginx pass on, as shipped, is read by our listener as the same requests: each that it takes carries the mark
 * that the proxy gave it and stands in the proxy's log, and honest senders beside the attacker get their own answers.
 */
@Tag("T-10")
class SmugglingIT {
    private static final long SEED = 20261201;
    private static final int SPOILED = 150;
    private static final int PASSED_MIN = 20;
    private static final int AT_ONCE = 12;
    private static final int PATIENCE_MILLIS = 300;
    private static final Duration LOGGED_MAX = Duration.ofSeconds(30);

    /** One upstream connection for everybody, whoever came before: the worst that can be configured. */
    private static final Map<String, String> HAPROXY = Map.of(
            "log-format \"%ci %ST %TR/%Tw/%Tc/%Tr/%Ta %ts %s retries=%rc\"",
            "unique-id-format %[uuid]\n  log-format \"front %ID %HM %HU\"",
            "http-request del-header Forwarded",
            "http-request del-header Forwarded\n  http-request set-header " + FrontedBackEnd.MARK + " %[unique-id]",
            "balance leastconn",
            "balance leastconn\n  http-reuse always");

    private static final Map<String, String> NGINX = Map.of(
            "log_format callbacks '$remote_addr $status $request_time $upstream_addr $upstream_status"
                    + " $upstream_response_time'",
            "log_format callbacks escape=none 'front $request_id $request_method $request_uri'",
            "proxy_set_header Forwarded \"\";",
            "proxy_set_header Forwarded \"\"; proxy_set_header " + FrontedBackEnd.MARK + " $request_id;");

    @TempDir
    private Path folder;

    private Balancer haproxy(FrontedBackEnd backEnd) throws IOException {
        var place = new Balancer.Place(backEnd.port(), backEnd.port());
        return Balancer.haproxy(List.of(place, place), folder, HAPROXY);
    }

    private Balancer nginx(FrontedBackEnd backEnd) throws IOException {
        return Balancer.nginx(folder, "nginx/nginx.conf", List.of(backEnd.port(), backEnd.port()), NGINX);
    }

    @Test
    void whatHaproxyPassesOnIsReadAsTheSameRequests() throws Exception {
        try (FrontedBackEnd ours = new FrontedBackEnd.Ours();
                Balancer front = haproxy(ours)) {
            isReadAlike(ours, front);
        }
    }

    @Test
    void whatNginxPassesOnIsReadAsTheSameRequests() throws Exception {
        try (FrontedBackEnd ours = new FrontedBackEnd.Ours();
                Balancer front = nginx(ours)) {
            isReadAlike(ours, front);
        }
    }

    private void isReadAlike(FrontedBackEnd ours, Balancer front) throws Exception {
        attack(front, SmugglingCorpus.all());
        attack(front, SmugglingCorpus.spoiled(SEED, SPOILED));
        assertThat(ours.taken())
                .filteredOn(one -> one.target().startsWith("/callbacks/shop"))
                .as("attacks that a proxy passes on")
                .hasSizeGreaterThan(PASSED_MIN);
        assertThat(smuggled(ours, front)).isEmpty();
        honestOnesCameByHttps(ours);
    }

    /** The proof that the two tests above can fail. */
    @Test
    void aBackEndThatIsBlindToBodiesIsFoundOut() throws Exception {
        try (FrontedBackEnd blind = new FrontedBackEnd.BlindToBodies();
                Balancer front = nginx(blind)) {
            Attack hidden = SmugglingCorpus.all().stream()
                    .filter(attack -> attack.name().equals("CL.0 GET"))
                    .findFirst()
                    .orElseThrow();
            send(front, hidden);
            await().atMost(LOGGED_MAX).until(() -> blind.taken().size() >= 2);
            assertThat(smuggled(blind, front)).extracting(Taken::target).containsExactly("/callbacks/hidden");
        }
    }

    /** Providers that sign their URL sign the scheme they called. */
    private static void honestOnesCameByHttps(FrontedBackEnd ours) {
        assertThat(ours.taken())
                .filteredOn(one -> one.target().startsWith("/callbacks/honest"))
                .isNotEmpty()
                .allMatch(one -> one.scheme().equals("https"));
    }

    /** Sends each of them, several at once, and an honest callback after each. */
    private static void attack(Balancer front, List<Attack> attacks) throws Exception {
        try (HttpClient honest = ProviderLoad.client("127.0.0.1");
                ExecutorService senders =
                        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < attacks.size(); i++) {
                Attack attack = attacks.get(i);
                String target = "/callbacks/honest?id=" + i;
                sent.add(senders.submit(() -> {
                    assertThat(send(front, attack)).as(attack.name()).doesNotContain("/callbacks/honest");
                    HttpResponse<String> answer = honest.send(
                            HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + front.port() + target))
                                    .POST(HttpRequest.BodyPublishers.ofString("honest " + target))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
                    assertThat(answer.statusCode()).as(attack.name()).isEqualTo(200);
                    assertThat(answer.body()).as(attack.name()).isEqualTo(target);
                    return null;
                }));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /** What comes back before the proxy closes or waits for more. */
    private static String send(Balancer front, Attack attack) throws GeneralSecurityException {
        SSLContext tls = ProviderLoad.trustingEveryone();
        var answers = new StringBuilder();
        try (Socket socket = tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), front.port())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(attack.bytes().getBytes(StandardCharsets.ISO_8859_1));
            for (int b = socket.getInputStream().read();
                    b >= 0;
                    b = socket.getInputStream().read()) {
                answers.append((char) b);
            }
        } catch (IOException _) {
            // Refused, or it would wait for the rest.
        }
        return answers.toString();
    }

    /** What the back end took for a request without a mark of the front; what has one must stand in its log as that request. */
    private List<Taken> smuggled(FrontedBackEnd backEnd, Balancer front) throws IOException {
        List<Taken> taken = backEnd.taken().stream()
                .filter(one -> !one.target().equals("/readyz"))
                .toList();
        List<Taken> marked =
                taken.stream().filter(one -> one.marks().size() == 1).toList();
        // A request is logged when it is over; a busy HAProxy drops lines of its log rather than wait.
        await().atMost(LOGGED_MAX)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> inLog(front, marked).size() >= marked.size() * 9 / 10);
        Set<String> logged = logged(front);
        assertThat(inLog(front, marked))
                .filteredOn(one -> !logged.contains(inLog(one)))
                .isEmpty();
        return taken.stream().filter(one -> one.marks().size() != 1).toList();
    }

    /** Those whose mark stands in the front's log, whatever request it stands for there. */
    private List<Taken> inLog(Balancer front, List<Taken> marked) throws IOException {
        Set<String> marks =
                logged(front).stream().map(line -> line.split(" ", 3)[1]).collect(Collectors.toSet());
        return marked.stream()
                .filter(one -> marks.contains(one.marks().getFirst()))
                .toList();
    }

    private static String inLog(Taken taken) {
        return "front " + taken.marks().getFirst() + " " + taken.method() + " " + taken.target();
    }

    private Set<String> logged(Balancer front) throws IOException {
        Path access = folder.resolve("nginx-access.log");
        String text = Files.exists(access) ? Files.readString(access, StandardCharsets.ISO_8859_1) : front.said();
        return text.lines().filter(line -> line.startsWith("front ")).collect(Collectors.toSet());
    }
}
