package tallygate.blackbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** A collector that takes OTLP over HTTP and reads the protocol buffers by hand. */
public final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final List<Received> spans = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private volatile int status = 200;

    /** A span as it arrived; ids in hexadecimal. */
    public record Received(
            String trace,
            String id,
            String parent,
            String name,
            long start,
            long end,
            Map<String, String> attributes,
            List<String> links) {}

    public OtlpReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    public List<Received> spans() {
        return List.copyOf(spans);
    }

    public List<String> authorizations() {
        return List.copyOf(authorizations);
    }

    public void answerWith(int next) {
        status = next;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean isZipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            byte[] body = isZipped
                    ? new GZIPInputStream(exchange.getRequestBody()).readAllBytes()
                    : exchange.getRequestBody().readAllBytes();
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            authorizations.add(authorization == null ? "" : authorization);
            if (status == 200) {
                fields(
                        body,
                        (field, resource) -> fields(resource, (inner, scope) -> {
                            if (inner == 2) {
                                fields(scope, (each, span) -> {
                                    if (each == 2) {
                                        spans.add(span(span));
                                    }
                                });
                            }
                        }));
            }
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private static Received span(byte[] message) {
        Map<Integer, byte[]> sole = new HashMap<>();
        Map<String, String> attributes = new HashMap<>();
        List<String> links = new CopyOnWriteArrayList<>();
        fields(message, (field, value) -> {
            switch (field) {
                case 9 -> attribute(value, attributes);
                case 13 -> {
                    Map<Integer, byte[]> link = new HashMap<>();
                    fields(value, link::put);
                    links.add(hex(link.get(1)) + "-" + hex(link.get(2)));
                }
                default -> sole.put(field, value);
            }
        });
        return new Received(
                hex(sole.get(1)),
                hex(sole.get(2)),
                hex(sole.getOrDefault(4, new byte[0])),
                new String(sole.get(5), StandardCharsets.UTF_8),
                fixed(sole.get(7)),
                fixed(sole.get(8)),
                Map.copyOf(attributes),
                List.copyOf(links));
    }

    private static void attribute(byte[] message, Map<String, String> to) {
        Map<Integer, byte[]> pair = new HashMap<>();
        fields(message, pair::put);
        Map<Integer, byte[]> value = new HashMap<>();
        fields(pair.get(2), value::put);
        to.put(new String(pair.get(1), StandardCharsets.UTF_8), new String(value.get(1), StandardCharsets.UTF_8));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static long fixed(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private interface Field {
        void take(int number, byte[] value);
    }

    /** The fields of a message: those with bytes and those of eight bytes; numbers are passed over. */
    private static void fields(byte[] message, Field each) {
        ByteBuffer in = ByteBuffer.wrap(message);
        while (in.hasRemaining()) {
            long key = varint(in);
            int length = switch ((int) (key & 7)) {
                case 0 -> {
                    varint(in);
                    yield -1;
                }
                case 1 -> 8;
                case 2 -> (int) varint(in);
                case 5 -> 4;
                default -> throw new IllegalStateException("no field " + key);
            };
            if (length >= 0) {
                byte[] value = new byte[length];
                in.get(value);
                each.take((int) (key >>> 3), value);
            }
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
