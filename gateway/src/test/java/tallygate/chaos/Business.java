package tallygate.chaos;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.chaos.Evidence.Delivery;

/**
 * The business behind the gateway: honours idempotency keys, writes each effect to disk before it answers, takes part in sagas,
 * and misbehaves as told on the wire.
 */
final class Business implements AutoCloseable {
    private static final Pattern FIELD = Pattern.compile("\"(eventId|bizId|operation)\":\"([^\"]*)\"");
    private static final Pattern ATTEMPT = Pattern.compile("\"attempt\":(\\d+)");
    private static final long HANG_NANOS = 5_000_000;
    private static final long TRICKLE_NANOS = 300_000_000;

    /** How answers leave. */
    enum Manner {
        OPEN,
        HANGS,
        ERRORS,
        RESETS,
        GARBAGE,
        TRICKLES,
        APPLIES_AND_DROPS,
        BUSY
    }

    /** One request, read whole. */
    private record Request(String path, Map<String, String> headers, String body) {
        String field(String name) {
            Matcher field = FIELD.matcher(body);
            while (field.find()) {
                if (field.group(1).equals(name)) {
                    return field.group(2);
                }
            }
            return "";
        }

        int attempt() {
            Matcher attempt = ATTEMPT.matcher(body);
            return attempt.find() ? Integer.parseInt(attempt.group(1)) : 0;
        }
    }

    private final ServerSocket listener;
    private final FileChannel book;
    private final Clock clock = Clock.systemUTC();
    private final Map<String, Boolean> applied = new ConcurrentHashMap<>();
    private final Map<String, Integer> tries = new ConcurrentHashMap<>();
    private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    private final AtomicInteger arrivals = new AtomicInteger();
    private final SagaBook sagas = new SagaBook();
    private volatile Manner manner = Manner.OPEN;
    private volatile Predicate<String> isMended = _ -> false;

    Business(Path folder) throws IOException {
        listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        book = FileChannel.open(folder.resolve("effects.txt"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    void be(Manner next) {
        manner = next;
    }

    /** Events that are refused for good no longer are. */
    void mend(Predicate<String> events) {
        isMended = events;
    }

    /** Requests that came, whatever became of them. */
    int arrivals() {
        return arrivals.get();
    }

    List<Delivery> deliveries() {
        return List.copyOf(deliveries);
    }

    SagaBook sagas() {
        return sagas;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (Optional<Request> next = read(in); next.isPresent(); next = read(in)) {
                if (!take(next.get(), socket, out)) {
                    return;
                }
            }
        } catch (IOException _) {
            // The gateway went away, or was cut off; its next delivery comes on another connection.
        }
    }

    /** @return whether the connection lives on */
    private boolean take(Request request, Socket socket, OutputStream out) throws IOException {
        arrivals.incrementAndGet();
        Manner now = manner;
        switch (now) {
            case HANGS -> {
                // And answers when it wakes up, to whoever still listens.
                while (manner == Manner.HANGS && !listener.isClosed()) {
                    LockSupport.parkNanos(HANG_NANOS);
                }
            }
            case RESETS -> {
                socket.setSoLinger(true, 0);
                return false;
            }
            case GARBAGE -> {
                out.write("<html>?? 200 HTTP\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                return false;
            }
            case ERRORS -> {
                return write(out, 500, "");
            }
            case BUSY -> {
                return write(out, 429, "Retry-After: 1\r\n");
            }
            case APPLIES_AND_DROPS -> {
                answer(request);
                return false;
            }
            case TRICKLES -> {
                for (byte one : "HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII)) {
                    out.write(one);
                    LockSupport.parkNanos(TRICKLE_NANOS);
                }
                return false;
            }
            case OPEN -> {}
        }
        int status = answer(request);
        boolean lives = write(out, status, "");
        if (status / 100 == 2 && !request.path().startsWith("/saga")) {
            deliveries.add(new Delivery(
                    key(request), request.field("eventId"), request.attempt(), Optional.of(clock.instant()), false));
        }
        return lives;
    }

    private static String key(Request request) {
        return request.headers().getOrDefault("idempotency-key", "");
    }

    private int answer(Request request) throws IOException {
        if (request.path().startsWith("/saga")) {
            return sagas.answer(request.path(), request.headers(), request.field("bizId"), isMended);
        }
        String event = request.field("eventId");
        int number = tries.merge(event, 1, Integer::sum);
        int status = scripted(event, number);
        boolean isFirst = status / 100 == 2 && applied.putIfAbsent(key(request), true) == null;
        if (isFirst) {
            remember(key(request));
        }
        deliveries.add(new Delivery(key(request), event, request.attempt(), Optional.empty(), isFirst));
        return status;
    }

    private int scripted(String event, int number) {
        if (event.contains("_flaky_") && number <= 2) {
            return 500;
        }
        if (event.contains("_early_") && number <= 2) {
            return 425;
        }
        return event.contains("_poison_") && !isMended.test(event) ? 422 : 200;
    }

    /** On disk before anybody is told. */
    private synchronized void remember(String key) throws IOException {
        book.write(ByteBuffer.wrap((key + "\n").getBytes(StandardCharsets.UTF_8)));
        book.force(false);
    }

    private static boolean write(OutputStream out, int status, String header) throws IOException {
        out.write(("HTTP/1.1 " + status + " x\r\n" + header + "Content-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return true;
    }

    private static Optional<Request> read(InputStream in) throws IOException {
        String line = line(in);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        String path = line.split(" ")[1];
        Map<String, String> headers = new HashMap<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String[] parts = header.split(":", 2);
            headers.put(parts[0].strip().toLowerCase(java.util.Locale.ROOT), parts[1].strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return Optional.of(new Request(path, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8)));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            bytes.write(c);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        book.close();
    }
}
