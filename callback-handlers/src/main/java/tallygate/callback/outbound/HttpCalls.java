package tallygate.callback.outbound;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Calls one server over pooled connections with blocking sockets, meant for virtual threads. It never follows a redirect, and
 * it knows whether a byte of the request can have arrived, which decides between refused and unknown.
 */
public final class HttpCalls implements Closeable {
    private static final Duration IDLE_MAX = Duration.ofSeconds(15);
    private static final int IDLE_CONNECTIONS_MAX = 256;

    private final Limits limits;
    private final SSLSocketFactory tls;
    private final LongSupplier nanos;
    private final NameService names;
    private final ConcurrentLinkedDeque<HttpConnection> idle = new ConcurrentLinkedDeque<>();
    private volatile List<InetAddress> lastAddresses = List.of();
    private volatile boolean isClosed;

    /**
     * @param total for the whole call, from connecting to the last byte of the answer
     * @param silence the longest wait for the next byte
     */
    public record Limits(Duration connect, Duration silence, Duration total, int bodyBytesMax) {}

    public HttpCalls(Limits limits, SSLSocketFactory tls, LongSupplier nanos) {
        this(limits, tls, nanos, NameService.SYSTEM);
    }

    HttpCalls(Limits limits, SSLSocketFactory tls, LongSupplier nanos, NameService names) {
        this.limits = limits;
        this.tls = tls;
        this.nanos = nanos;
        this.names = names;
    }

    /** @throws InterruptedException when the thread was interrupted; what was sent may have arrived */
    public Called call(HttpCall call) throws InterruptedException {
        return call(call, limits.total());
    }

    /**
     * With a time limit of its own.
     *
     * @throws InterruptedException when the thread was interrupted; what was sent may have arrived
     */
    public Called call(HttpCall call, Duration total) throws InterruptedException {
        return call(call, total, Optional.empty());
    }

    /** @param into where the body of a 2xx answer goes; what an answer that ends early has written stays written */
    Called call(HttpCall call, Duration total, Optional<BodySink> into) throws InterruptedException {
        long endNanos = nanos.getAsLong() + total.toNanos();
        HttpConnection pooled = takeIdle();
        if (pooled != null) {
            try {
                return exchange(pooled, call, endNanos, total, into);
            } catch (StaleException _) {
                // The receiver had closed the idle connection: nobody reads what was sent, so a new one is used at
                // once.
            }
        }
        HttpConnection fresh;
        try {
            fresh = connectTwice(call.target(), endNanos);
        } catch (IOException e) {
            throwIfInterrupted();
            return notSent(e);
        }
        try {
            return exchange(fresh, call, endNanos, total, into);
        } catch (StaleException e) {
            throw new IllegalStateException("a new connection cannot be stale", e);
        }
    }

    /** A reused connection ended before the first byte of an answer. */
    private static final class StaleException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private Called exchange(
            HttpConnection connection, HttpCall call, long endNanos, Duration total, Optional<BodySink> into)
            throws InterruptedException, StaleException {
        var deadline = new HttpAnswerReader.Deadline(nanos, endNanos, limits.silence());
        // A write has no timeout of its own: at the end of the time the connection is closed under it.
        var timer = new CompletableFuture<Void>().orTimeout(endNanos - nanos.getAsLong(), TimeUnit.NANOSECONDS);
        timer.whenComplete((_, late) -> {
            if (late instanceof TimeoutException) {
                connection.close();
            }
        });
        try {
            connection.send(call.bytes());
            Called.Answered answer = connection.answer(deadline, into);
            keepOrClose(connection);
            return answer;
        } catch (IOException e) {
            boolean isStale = connection.isReused() && !connection.hasReadAnything();
            connection.close();
            throwIfInterrupted();
            boolean isLate = e instanceof SocketTimeoutException || timer.isCompletedExceptionally();
            if (isStale && !isLate) {
                throw new StaleException();
            }
            return new Called.NoAnswer(isLate ? "no complete answer within " + total : reason(e));
        } finally {
            timer.complete(null);
        }
    }

    private void keepOrClose(HttpConnection connection) {
        connection.rests(nanos.getAsLong());
        if (isClosed || !connection.isReusable() || idle.size() >= IDLE_CONNECTIONS_MAX) {
            connection.close();
            return;
        }
        idle.addFirst(connection);
        closeTooOld();
    }

    private void closeTooOld() {
        HttpConnection oldest = idle.peekLast();
        if (oldest != null && oldest.isIdleLongerThan(IDLE_MAX, nanos.getAsLong()) && idle.remove(oldest)) {
            oldest.close();
        }
    }

    private @Nullable HttpConnection takeIdle() {
        for (HttpConnection newest = idle.poll(); newest != null; newest = idle.poll()) {
            if (!newest.isIdleLongerThan(IDLE_MAX, nanos.getAsLong())) {
                newest.reuse();
                return newest;
            }
            newest.close();
        }
        return null;
    }

    /** A connection that is refused has cost nothing and done nothing, so a second one is tried at once. */
    private HttpConnection connectTwice(HttpTarget target, long endNanos) throws IOException {
        try {
            return connect(target, endNanos);
        } catch (SSLException | UnknownHostException | SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            return connect(target, endNanos);
        }
    }

    private HttpConnection connect(HttpTarget target, long endNanos) throws IOException {
        var connectLimits = new HttpConnection.Limits(limits.connect(), limits.bodyBytesMax());
        IOException last = new SocketTimeoutException("no time left to connect");
        for (InetAddress address : addresses(target)) {
            if (nanos.getAsLong() - endNanos >= 0) {
                break;
            }
            try {
                return HttpConnection.open(target, address, connectLimits, tls);
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    /** When the name service is away, the addresses it gave last are better than none. */
    private List<InetAddress> addresses(HttpTarget target) throws UnknownHostException {
        try {
            List<InetAddress> found = names.addressesOf(target.host());
            lastAddresses = found;
            return found;
        } catch (UnknownHostException e) {
            if (lastAddresses.isEmpty()) {
                throw e;
            }
            return lastAddresses;
        }
    }

    private static Called.NotSent notSent(IOException e) {
        return switch (e) {
            case UnknownHostException _ -> new Called.NotSent("the host name is not known", true);
            case SSLException _ -> new Called.NotSent("TLS handshake failed: " + reason(e), isAboutCertificate(e));
            case SocketTimeoutException _ -> new Called.NotSent("no connection within the connect timeout", false);
            default -> new Called.NotSent("no connection: " + reason(e), false);
        };
    }

    private static boolean isAboutCertificate(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException || cause instanceof CertPathValidatorException) {
                return true;
            }
        }
        return false;
    }

    /** Messages of socket and TLS errors name addresses and causes, never contents. */
    private static String reason(IOException e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    /** A virtual thread that is interrupted in a socket call gets the socket closed, and keeps its interrupt. */
    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted during an HTTP call");
        }
    }

    @Override
    public void close() {
        isClosed = true;
        for (HttpConnection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }
}
