package tallygate.blackbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Providers that send over kept connections at a steady pace until they are told to stop, and send again what is not acknowledged. */
final class ProviderLoad implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration AGAIN = Duration.ofMillis(300);
    private static final int AGAIN_MAX = 200;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<HttpClient> clients = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> tries = new ConcurrentHashMap<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final List<String> acknowledged = new CopyOnWriteArrayList<>();
    private final Queue<Long> took = new ConcurrentLinkedQueue<>();
    private volatile boolean isOver;

    /** One provider: a connection of its own, a callback each {@code pause}. */
    void begin(URI url, Duration pause) throws GeneralSecurityException {
        HttpClient client = client("127.0.0.1");
        clients.add(client);
        threads.submit(() -> {
            while (!isOver) {
                deliver(client, url, Sender.newId());
                LockSupport.parkNanos(pause.toNanos());
            }
            return null;
        });
    }

    private void deliver(HttpClient client, URI url, String id) throws GeneralSecurityException, InterruptedException {
        for (int n = 1; n <= AGAIN_MAX; n++) {
            tries.put(id, n);
            String answer;
            try {
                long began = System.nanoTime();
                HttpResponse<String> response = client.send(
                        request(url, StripeCallback.of(id, Sender.SECRET), Map.of()),
                        HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() == 200) {
                    took.add(System.nanoTime() - began);
                    acknowledged.add(id);
                    return;
                }
                answer = response.statusCode() + " " + response.body();
            } catch (IOException e) {
                answer = e.toString();
            }
            failures.add(id + " try " + n + ": " + answer);
            LockSupport.parkNanos(AGAIN.toNanos());
        }
    }

    static HttpRequest request(URI url, StripeCallback callback, Map<String, String> more) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofByteArray(callback.body()));
        callback.headers().forEach(request::header);
        more.forEach(request::header);
        return request.build();
    }

    /** @param from the address of this machine that it sends from; any certificate is taken */
    static HttpClient client(String from) throws GeneralSecurityException {
        return client(from, Optional.empty());
    }

    /** @param identity the certificate that it shows when it is asked for one */
    static HttpClient client(String from, Optional<KeyManagerFactory> identity) throws GeneralSecurityException {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trustingEveryone(identity))
                .localAddress(InetAddress.ofLiteral(from))
                .connectTimeout(PATIENCE)
                .build();
    }

    static SSLContext trustingEveryone() throws GeneralSecurityException {
        return trustingEveryone(Optional.empty());
    }

    static SSLContext trustingEveryone(Optional<KeyManagerFactory> identity) throws GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(
                identity.map(KeyManagerFactory::getKeyManagers).orElse(null),
                new TrustManager[] {new Everyone()},
                new SecureRandom());
        return tls;
    }

    private static final class Everyone implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) {
            // Only servers are met.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) {
            // The certificate was made a moment ago.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    int sent() {
        return tries.size();
    }

    /** Ids that were acknowledged. */
    List<String> acknowledged() {
        return List.copyOf(acknowledged);
    }

    /** The time below which this share of the acknowledgements came. */
    Duration took(double share) {
        List<Long> sorted = took.stream().sorted().toList();
        return Duration.ofNanos(sorted.get((int) Math.min(sorted.size() - 1, Math.floor(sorted.size() * share))));
    }

    /** Tries that were not acknowledged, with what came instead. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** Sends nothing new, and waits until what was sent is acknowledged. */
    void end() throws InterruptedException {
        isOver = true;
        threads.shutdown();
        if (!threads.awaitTermination(90, TimeUnit.SECONDS)) {
            throw new AssertionError(
                    "callbacks are not acknowledged: " + failures.reversed().subList(0, Math.min(5, failures.size())));
        }
    }

    @Override
    public void close() {
        isOver = true;
        threads.shutdownNow();
        clients.forEach(HttpClient::shutdownNow);
    }
}
