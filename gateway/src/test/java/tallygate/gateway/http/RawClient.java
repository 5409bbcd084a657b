package tallygate.gateway.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes bytes to a socket and reads answers from it: a client that keeps no rule which a test wants to break. */
final class RawClient implements AutoCloseable {
    private static final int WAIT_MILLIS = 10_000;

    private final Socket socket;

    RawClient(Socket socket) {
        this.socket = socket;
    }

    static RawClient to(InetSocketAddress address) {
        return to(address, "127.0.0.1");
    }

    /** @param from an address of the loopback network */
    static RawClient to(InetSocketAddress address, String from) {
        try {
            var socket = new Socket(address.getAddress(), address.getPort(), InetAddress.ofLiteral(from), 0);
            socket.setSoTimeout(WAIT_MILLIS);
            socket.setTcpNoDelay(true);
            return new RawClient(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param latin1 one character a byte */
    RawClient send(String latin1) {
        return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes although the listener may be closing. False when it would take no more. */
    boolean trySend(String latin1) {
        try {
            socket.getOutputStream().write(latin1.getBytes(StandardCharsets.ISO_8859_1));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    RawAnswer answer() {
        return answerTo("POST");
    }

    /** @param method of the request; the answer to HEAD has no body */
    RawAnswer answerTo(String method) {
        String statusLine = line();
        List<String> headers = new ArrayList<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            headers.add(header);
        }
        int status = Integer.parseInt(statusLine.substring(9, 12));
        var head = new RawAnswer(status, statusLine, headers, "");
        String length = head.header("Content-Length");
        boolean bodiless = method.equals("HEAD") || length.isEmpty();
        return new RawAnswer(status, statusLine, headers, bodiless ? "" : bytes(Integer.parseInt(length)));
    }

    /** True when the listener closes (or resets) before it sends another byte. */
    boolean isClosedByListener() {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (SocketException _) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** True when the listener has nothing to say for a while and keeps the connection. */
    boolean isSilentFor(int millis) {
        try {
            socket.setSoTimeout(millis);
            int read = socket.getInputStream().read();
            throw new AssertionError(read < 0 ? "closed" : "a byte came: " + read);
        } catch (SocketTimeoutException _) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            restoreTimeout();
        }
    }

    RawClient endOutput() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes so that the listener gets a reset. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Socket socket() {
        return socket;
    }

    private String line() {
        var line = new ByteArrayOutputStream();
        int b = read();
        while (b != '\r') {
            line.write(b);
            b = read();
        }
        if (read() != '\n') {
            throw new AssertionError("a bare CR in the answer");
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private String bytes(int count) {
        try {
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(count), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int read() {
        try {
            int b = socket.getInputStream().read();
            if (b < 0) {
                throw new AssertionError("closed in the middle of an answer, or before one");
            }
            return b;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void restoreTimeout() {
        try {
            socket.setSoTimeout(WAIT_MILLIS);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
