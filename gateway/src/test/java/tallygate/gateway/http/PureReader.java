package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads requests from bytes with the listener's own parts and no socket. */
final class PureReader {
    /** @param headers as {@code name: value} */
    record Read(String method, String target, List<String> headers, String body) {}

    private final RequestLimits limits = RequestLimits.defaults();
    private final Budget budget = new Budget();
    private final HeadParser parser = new HeadParser();

    /** The requests up to the first refusal, or to the end of the bytes. */
    List<Read> read(byte[] bytes) {
        List<Read> requests = new ArrayList<>();
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        while (in.isReadable()
                && new HeadScanner().scan(in, limits) instanceof Scan.Found(int length)
                && parsed(in, length) instanceof RequestHead head) {
            Body body = head.framing().chunked()
                    ? new ChunkedBody(limits, budget)
                    : new FixedBody((int) Math.min(head.framing().length(), limits.bodyBytes()), budget, 1 << 30);
            if (body.read(in) != Body.State.COMPLETE) {
                return requests;
            }
            List<String> headers = head.headers().stream()
                    .map(h -> h.name() + ": " + h.value())
                    .toList();
            String text = new String(body.gathered().exact(), StandardCharsets.ISO_8859_1);
            requests.add(new Read(head.method(), head.target(), headers, text));
        }
        return requests;
    }

    private Head parsed(ByteBuf in, int length) {
        byte[] head = new byte[length];
        in.readBytes(head);
        return parser.parse(head, length, limits.headers());
    }
}
