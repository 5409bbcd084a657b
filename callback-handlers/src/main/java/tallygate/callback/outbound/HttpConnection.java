package tallygate.callback.outbound;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One connection to a receiver. Used by one thread at a time; {@link #close} may come from any. */
final class HttpConnection implements Closeable {
    private final Socket socket;
    private final OutputStream out;
    private final HttpAnswerReader reader;
    private boolean isReused;
    private long idleSinceNanos;

    private HttpConnection(Socket socket, Limits limits) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.reader = new HttpAnswerReader(socket, limits.bodyBytesMax());
    }

    /** @param connect for the TCP connection and again for the TLS handshake */
    record Limits(Duration connect, int bodyBytesMax) {}

    static HttpConnection open(HttpTarget target, InetAddress address, Limits limits, SSLSocketFactory tls)
            throws IOException {
        int connectMillis = Math.toIntExact(limits.connect().toMillis());
        // A SOCKS proxy of the JVM's settings would resolve the name again, past every check.
        var plain = new Socket(Proxy.NO_PROXY);
        try {
            plain.setOption(StandardSocketOptions.TCP_NODELAY, true);
            plain.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            plain.connect(new InetSocketAddress(address, target.port()), connectMillis);
            if (!target.isTls()) {
                return new HttpConnection(plain, limits);
            }
            plain.setSoTimeout(connectMillis);
            return new HttpConnection(encrypted(plain, target, tls), limits);
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    private static Socket encrypted(Socket plain, HttpTarget target, SSLSocketFactory tls) throws IOException {
        var socket = (SSLSocket) tls.createSocket(plain, target.host(), target.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        // Without this the certificate's name would not be compared with the host's.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    void send(byte[] request) throws IOException {
        out.write(request);
        out.flush();
    }

    Called.Answered answer(HttpAnswerReader.Deadline deadline, Optional<BodySink> into) throws IOException {
        return reader.read(deadline, into);
    }

    boolean hasReadAnything() {
        return reader.hasReadAnything();
    }

    /** The answer was read to its end and the receiver did not ask to close. */
    boolean isReusable() {
        return reader.isAtEndOfAnswer() && !socket.isClosed();
    }

    boolean isReused() {
        return isReused;
    }

    void rests(long nowNanos) {
        idleSinceNanos = nowNanos;
    }

    boolean isIdleLongerThan(Duration idle, long nowNanos) {
        return nowNanos - idleSinceNanos > idle.toNanos();
    }

    void reuse() {
        isReused = true;
        reader.reset();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // Nothing of this connection is wanted any more.
        }
    }
}
