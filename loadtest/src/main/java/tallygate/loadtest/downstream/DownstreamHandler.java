package tallygate.loadtest.downstream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import tallygate.loadtest.measure.Json;

/**
 * One connection of the downstream. {@code POST} of anything is a delivery; {@code PUT /behaviour?answer=…} switches how
 * deliveries are treated from now on; {@code GET /sums} and {@code GET /events} show the book.
 */
final class DownstreamHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final JsonFactory JSON = new JsonFactory();

    private final EffectBook book;
    private final AtomicReference<Behaviour> behaviour;

    DownstreamHandler(EffectBook book, AtomicReference<Behaviour> behaviour) {
        this.book = book;
        this.behaviour = behaviour;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) throws IOException {
        String path = new QueryStringDecoder(request.uri()).path();
        if (request.method().equals(HttpMethod.POST)) {
            delivery(context, request);
        } else if (request.method().equals(HttpMethod.PUT) && path.equals("/behaviour")) {
            switchBehaviour(context, request);
        } else if (path.equals("/sums")) {
            answer(context, 200, Duration.ZERO, Json.line(book.sums()));
        } else if (path.equals("/events")) {
            answer(context, 200, Duration.ZERO, Json.line(book.appliedByEvent()));
        } else {
            answer(context, 404, Duration.ZERO, "");
        }
    }

    private void switchBehaviour(ChannelHandlerContext context, FullHttpRequest request) {
        List<String> answers =
                new QueryStringDecoder(request.uri()).parameters().getOrDefault("answer", List.of());
        try {
            behaviour.set(Behaviour.of(answers.isEmpty() ? "" : answers.getFirst()));
            answer(context, 200, Duration.ZERO, "");
        } catch (RuntimeException e) {
            answer(context, 400, Duration.ZERO, Json.line(Map.of("error", "no such behaviour: " + answers)));
        }
    }

    private void delivery(ChannelHandlerContext context, FullHttpRequest request) throws IOException {
        String header = request.headers().get("Idempotency-Key");
        String key = header == null ? "" : header;
        book.came(key, eventId(request.content()));
        switch (behaviour.get()) {
            case Behaviour.Applies _ -> {
                book.applied(key);
                answer(context, 200, Duration.ZERO, "");
            }
            case Behaviour.AppliesAndFails failing -> {
                book.applied(key);
                answer(context, failing.status(), Duration.ZERO, "");
            }
            case Behaviour.AnswersLate late -> {
                book.applied(key);
                context.executor()
                        .schedule(
                                () -> answer(context, 200, Duration.ZERO, ""),
                                late.delay().toMillis(),
                                TimeUnit.MILLISECONDS);
            }
            case Behaviour.Refuses refusing -> answer(context, refusing.status(), refusing.retryAfter(), "");
            case Behaviour.Hangs _ -> {}
        }
    }

    /** The envelope's own {@code eventId}; empty when the body is no such envelope. */
    private static String eventId(ByteBuf body) throws IOException {
        try (InputStream in = new ByteBufInputStream(body.duplicate());
                JsonParser parser = JSON.createParser(in)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return "";
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals("eventId");
                JsonToken value = parser.nextToken();
                if (wanted && value == JsonToken.VALUE_STRING) {
                    return parser.getText();
                }
                parser.skipChildren();
            }
            return "";
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            return "";
        }
    }

    private static void answer(ChannelHandlerContext context, int status, Duration retryAfter, String json) {
        ByteBuf body = json.isEmpty() ? Unpooled.EMPTY_BUFFER : ByteBufUtil.writeUtf8(context.alloc(), json);
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), body);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.readableBytes()));
        if (!json.isEmpty()) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        }
        if (!retryAfter.isZero()) {
            response.headers().set(HttpHeaderNames.RETRY_AFTER, Long.toString(retryAfter.toSeconds()));
        }
        context.writeAndFlush(response);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A sender that was killed resets its connections; its deliveries are in the book already.
        context.close();
    }
}
