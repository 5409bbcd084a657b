package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever our reader takes for a request, Netty's strict decoder takes for the same one: another implementation never
 * sees other boundaries, headers or bodies than we do. (It accepts more than we do; that direction is not compared.)
 */
class SecondOpinionTest {
    private static final List<String> SEEDS = List.of(
            "POST /callbacks/shop?x=1 HTTP/1.1\r\nHost: a.example:80\r\nContent-Type: application/json\r\n"
                    + "Stripe-Signature: t=1,v1=ab\r\nContent-Length: 11\r\n\r\nhello world",
            "POST /c HTTP/1.1\r\n"
                    + "Host: a\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + "5\r\n"
                    + "hello\r\n"
                    + "6;a=b\r\n"
                    + " world\r\n"
                    + "0\r\n\r\n",
            "POST /c HTTP/1.1\r\n"
                    + "Host: a\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + "a\r\n"
                    + "0123456789\r\n"
                    + "0\r\n"
                    + "X-Trailer: y\r\n\r\n",
            "GET /a?b=c HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nX-Forwarded-For: 1.2.3.4, 5.6.7.8\r\n\r\n",
            "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "PUT /p HTTP/1.1\r\nhost: a\r\nCONTENT-length: 3\r\nExpect: 100-continue\r\nX:\t y \t\r\n\r\nabc");
    private static final String[] PIECES = {
        "\r\n",
        "\n",
        "\r",
        " ",
        "\t",
        ":",
        ",",
        ";",
        "0",
        "1",
        "\u0000",
        "\u000b",
        "\u00e9",
        "chunked",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Host: b\r\n",
        "\r\n\r\n",
        "HTTP/1.1",
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "_",
        "+",
        "ff"
    };

    @Test
    void bothReadTheUntouchedRequestsAlike() {
        String all = String.join("", SEEDS);
        byte[] bytes = all.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(new PureReader().read(bytes)).hasSize(SEEDS.size()).isEqualTo(netty(bytes));
    }

    @RepeatedTest(40)
    @Tag("T-10")
    void bothReadSpoiledRequestsAlikeWhereWeReadThemAtAll(RepetitionInfo run) {
        var dice = new SplittableRandom(run.getCurrentRepetition());
        var reader = new PureReader();
        for (int i = 0; i < 250; i++) {
            byte[] bytes = spoiled(dice).getBytes(StandardCharsets.ISO_8859_1);
            List<PureReader.Read> ours = reader.read(bytes);
            if (!ours.isEmpty()) {
                List<PureReader.Read> theirs = netty(bytes);
                assertThat(ours)
                        .as(
                                "seed=%d round=%d %s",
                                run.getCurrentRepetition(), i, new String(bytes, StandardCharsets.ISO_8859_1))
                        .isEqualTo(theirs.subList(0, Math.min(ours.size(), theirs.size())));
            }
        }
    }

    private static String spoiled(SplittableRandom dice) {
        var text = new StringBuilder(SEEDS.get(dice.nextInt(SEEDS.size())));
        text.append(SEEDS.get(dice.nextInt(SEEDS.size())));
        int changes = 1 + dice.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = dice.nextInt(text.length());
            switch (dice.nextInt(5)) {
                case 0 -> text.setCharAt(at, (char) dice.nextInt(256));
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, PIECES[dice.nextInt(PIECES.length)]);
                case 3 -> insertAtLine(text, dice);
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 1 + dice.nextInt(20))));
            }
        }
        return text.toString();
    }

    private static void insertAtLine(StringBuilder text, SplittableRandom dice) {
        int line = text.indexOf("\r\n", dice.nextInt(text.length()));
        if (line >= 0) {
            text.insert(line + 2, PIECES[dice.nextInt(PIECES.length)]);
        }
    }

    private static List<PureReader.Read> netty(byte[] bytes) {
        var channel = new EmbeddedChannel(new HttpRequestDecoder(new HttpDecoderConfig()
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true)
                .setMaxInitialLineLength(4_096)
                .setMaxHeaderSize(8_192)));
        List<PureReader.Read> requests = new ArrayList<>();
        try {
            channel.writeInbound(Unpooled.wrappedBuffer(bytes));
            collect(channel, requests);
        } finally {
            channel.finishAndReleaseAll();
        }
        return requests;
    }

    private static void collect(EmbeddedChannel channel, List<PureReader.Read> requests) {
        List<HttpRequest> head = new ArrayList<>();
        var body = new StringBuilder();
        for (HttpObject object = channel.readInbound(); object != null; object = channel.readInbound()) {
            try {
                if (object.decoderResult().isFailure()) {
                    return;
                }
                if (object instanceof HttpRequest request) {
                    head.add(request);
                    body.setLength(0);
                }
                if (object instanceof HttpContent content) {
                    body.append(content.content().toString(StandardCharsets.ISO_8859_1));
                }
                if (object instanceof LastHttpContent) {
                    HttpRequest request = head.removeFirst();
                    List<String> headers = request.headers().entries().stream()
                            .map(entry -> entry.getKey() + ": " + entry.getValue())
                            .toList();
                    requests.add(new PureReader.Read(request.method().name(), request.uri(), headers, body.toString()));
                }
            } finally {
                ReferenceCountUtil.release(object);
            }
        }
    }
}
