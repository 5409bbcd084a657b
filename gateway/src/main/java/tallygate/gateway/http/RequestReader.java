package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.http.Connection.Phase;
import tallygate.gateway.http.RequestHead.Expects;

/**
 * Turns bytes into requests, one at a time: while one waits for its answer the next stays unread, so answers cannot
 * change places and a sender cannot make us hold more than one request and one read's worth of bytes.
 */
final class RequestReader extends ChannelInboundHandlerAdapter {
    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
            .writeBytes("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
            .asReadOnly());
    /** A refused body up to this size is skipped and the connection goes on; a larger one costs the connection. */
    private static final int SKIP_MAX = 64 << 10;

    private final Connection connection;
    private final ListenerState listener;
    private final HeadScanner scanner = new HeadScanner();
    private @Nullable ChannelHandlerContext context;
    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private @Nullable RequestHead head;
    private @Nullable Body body;
    private long skip;
    private boolean stepping;
    private boolean inputShut;

    RequestReader(Connection connection) {
        this.connection = connection;
        this.listener = connection.listener();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        connection.reading(true);
        if (connection.is(Phase.LINGER)) {
            bytes.release();
            return;
        }
        buffer = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), buffer, bytes);
        proceed();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        connection.reading(false);
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            proceed();
        }
        ctx.fireChannelWritabilityChanged();
    }

    /** Reads on, as far as bytes, phase and the sender's appetite for answers allow. */
    void proceed() {
        ChannelHandlerContext ctx = context;
        if (stepping || ctx == null) {
            return;
        }
        stepping = true;
        try {
            while (step(ctx)) {}
        } finally {
            stepping = false;
        }
        if (!buffer.isReadable()) {
            dropBuffer();
        }
        boolean reads = buffer.readableBytes() <= connection.config().requests().headBytes();
        if (ctx.channel().config().isAutoRead() != reads) {
            ctx.channel().config().setAutoRead(reads);
        }
        if (inputShut && isDone(ctx)) {
            connection.closeWhenWritten();
        }
    }

    /** Nothing that came before the sender's end is left to answer. A channel whose output is shut counts as not writable. */
    private boolean isDone(ChannelHandlerContext ctx) {
        return switch (connection.phase()) {
            case ANSWER -> false;
            case LINGER -> true;
            case IDLE, HEAD, BODY -> ctx.channel().isWritable();
        };
    }

    private boolean step(ChannelHandlerContext ctx) {
        return switch (connection.phase()) {
            case IDLE, HEAD -> ctx.channel().isWritable() && buffer.isReadable() && readHead(ctx);
            case BODY -> readBody(ctx);
            case ANSWER -> false;
            case LINGER -> {
                buffer.skipBytes(buffer.readableBytes());
                yield false;
            }
        };
    }

    private boolean readHead(ChannelHandlerContext ctx) {
        boolean between = connection.is(Phase.IDLE);
        if (between) {
            connection.begin(Phase.HEAD);
        }
        RequestLimits limits = connection.config().requests();
        return switch (scanner.scan(buffer, limits)) {
            case Scan.More _ -> {
                if (between && !buffer.isReadable()) {
                    // It was only the empty line that some clients send after a body.
                    connection.begin(Phase.IDLE);
                }
                yield false;
            }
            case Refusal refusal -> refuse(ctx, refusal, Optional.empty());
            case Scan.Found(int length) -> {
                scanner.reset();
                byte[] bytes = connection.loop().scratch(length);
                buffer.readBytes(bytes, 0, length);
                yield switch (connection.loop().parser().parse(bytes, length, limits.headers())) {
                    case Refusal refusal -> refuse(ctx, refusal, Optional.empty());
                    case RequestHead read -> begin(ctx, read, limits);
                };
            }
        };
    }

    private boolean begin(ChannelHandlerContext ctx, RequestHead read, RequestLimits ofAll) {
        RequestLimits limits = ofAll.withBodyBytesAtMost(listener.handler().bodyBytesMax(read.target()));
        Optional<Refusal> refusal = listener.admission().refuse(read, limits);
        if (refusal.isPresent()) {
            return refuse(ctx, refusal.get(), Optional.of(read));
        }
        RequestHead.Framing framing = read.framing();
        head = read;
        body = framing.chunked()
                ? new ChunkedBody(limits, listener.bodyBytes())
                : new FixedBody((int) framing.length(), listener.bodyBytes(), limits.bodyBytesInFlight());
        connection.begin(Phase.BODY);
        if (read.expects() == Expects.CONTINUE && framing.hasBody() && !buffer.isReadable()) {
            ctx.writeAndFlush(CONTINUE.duplicate());
        }
        return true;
    }

    private boolean readBody(ChannelHandlerContext ctx) {
        int before = buffer.readableBytes();
        if (skip > 0) {
            int count = (int) Math.min(skip, before);
            buffer.skipBytes(count);
            connection.received(count);
            skip -= count;
            if (skip == 0) {
                connection.begin(Phase.IDLE);
            }
            return skip == 0;
        }
        RequestHead read = head;
        Body gathering = body;
        if (read == null || gathering == null) {
            throw new IllegalStateException("a body without a head");
        }
        Body.Progress progress = gathering.read(buffer);
        connection.received(before - buffer.readableBytes());
        return switch (progress) {
            case Body.State.MORE -> false;
            case Body.State.COMPLETE -> {
                byte[] bytes = gathering.gathered().exact();
                body = null;
                head = null;
                connection.begin(Phase.ANSWER);
                ctx.fireChannelRead(new Incoming.Request(read, bytes));
                yield true;
            }
            case Refusal refusal -> refuse(ctx, refusal, Optional.of(read));
        };
    }

    /** The whole of the body must be known and small for the connection to go on. */
    private boolean refuse(ChannelHandlerContext ctx, Refusal refusal, Optional<RequestHead> refused) {
        boolean bodyBegun = body != null;
        dropBody();
        long length = refused.map(h -> h.framing().length()).orElse(0L);
        boolean closes = bodyBegun
                || refused.isEmpty()
                || refused.get().framing().chunked()
                || length > SKIP_MAX
                || (length > 0 && refused.get().expects() != Expects.NOTHING);
        connection.begin(Phase.ANSWER);
        ctx.fireChannelRead(new Incoming.Refused(refusal, refused, closes));
        if (connection.is(Phase.IDLE) && length > 0) {
            skip = length;
            connection.begin(Phase.BODY);
        }
        return true;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        switch (event) {
            case Expired expired -> expired(ctx, expired);
            case EndIdle _ -> {
                if (connection.is(Phase.IDLE) || (connection.is(Phase.HEAD) && !buffer.isReadable())) {
                    connection.closeWhenWritten();
                }
            }
            case ChannelInputShutdownEvent _ -> {
                inputShut = true;
                proceed();
            }
            default -> ctx.fireUserEventTriggered(event);
        }
    }

    private void expired(ChannelHandlerContext ctx, Expired expired) {
        switch (expired) {
            case IDLE -> ctx.close();
            // Nothing has been asked yet, so there is nothing to answer.
            case HEAD -> refuseOrClose(ctx, Refusal.HEAD_TIMEOUT, buffer.isReadable());
            case BODY -> refuseOrClose(ctx, Refusal.BODY_TIMEOUT, skip == 0);
            case BODY_TOO_SLOW -> refuseOrClose(ctx, Refusal.BODY_TOO_SLOW, skip == 0);
            case ANSWER, WRITE, LINGER -> ctx.fireUserEventTriggered(expired);
        }
    }

    private void refuseOrClose(ChannelHandlerContext ctx, Refusal refusal, boolean answers) {
        if (answers) {
            Optional<RequestHead> read = Optional.ofNullable(head);
            refuse(ctx, refusal, read);
            proceed();
        } else {
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        dropBody();
        dropBuffer();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        dropBody();
        dropBuffer();
    }

    private void dropBody() {
        if (body != null) {
            body.gathered().release();
        }
        body = null;
        head = null;
    }

    private void dropBuffer() {
        buffer.release();
        buffer = Unpooled.EMPTY_BUFFER;
    }
}
