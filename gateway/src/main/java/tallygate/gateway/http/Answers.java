package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.http.AnswerEncoder.Afterwards;
import tallygate.gateway.http.Connection.Phase;
import tallygate.signature.RawRequest;

/** Gives each request to the handler and writes what comes back; the end of the pipeline. */
final class Answers extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(Answers.class);

    private final Connection connection;
    private final ListenerState listener;
    private final RequestReader reader;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Exchange open;
    private boolean flushDue;

    Answers(Connection connection, RequestReader reader) {
        this.connection = connection;
        this.listener = connection.listener();
        this.reader = reader;
    }

    List<String> clientNames() {
        return connection.clientNames();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        switch ((Incoming) message) {
            case Incoming.Request(RequestHead head, byte[] body) -> dispatch(head, body);
            case Incoming.Refused(Refusal refusal, Optional<RequestHead> head, boolean closes) ->
                refuse(refusal, head, closes);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (flushDue) {
            flushDue = false;
            ctx.flush();
        }
    }

    private void dispatch(RequestHead head, byte[] body) {
        if (!listener.inFlight().take(1, connection.config().requests().inFlight())) {
            listener.bodyBytes().give(body.length);
            refuse(Refusal.IN_FLIGHT, Optional.of(head), false);
            return;
        }
        var exchange = new Exchange(this, head, body.length);
        open = exchange;
        try {
            listener.handler().handle(request(head, body), exchange);
        } catch (Exception | StackOverflowError e) {
            listener.metrics().handlerFailed();
            boolean unanswered = exchange.expire();
            log.error(
                    "listener={} answered={} handler failed, {}",
                    listener.name(),
                    !unanswered,
                    unanswered ? "the sender gets 500" : "its answer was sent before",
                    e);
            if (unanswered) {
                release(exchange);
                refuse(Refusal.HANDLER_FAILED, Optional.of(head), false);
            }
        }
    }

    private RawRequest request(RequestHead head, byte[] body) {
        Origin origin = Origin.of(connection.peer(), head, connection.config().proxies());
        return new RawRequest(
                head.method(),
                origin.scheme(),
                origin.authority(),
                head.target(),
                head.headers(),
                body,
                origin.address());
    }

    /** From any thread: the exchange has its answer. */
    void arrived(Exchange exchange) {
        if (connection.loop().loop().inEventLoop()) {
            exchange.deliver();
        } else {
            connection.loop().answers().put(exchange);
        }
    }

    /** From any thread: an answer after the deadline. */
    void late() {
        listener.metrics().answeredLate();
    }

    void deliver(Exchange exchange, HttpReply reply) {
        release(exchange);
        if (exchange != open) {
            // The sender was gone before; it was counted then.
            return;
        }
        answer(reply, Optional.of(exchange.head()), false);
        flushOutsideRead();
        reader.proceed();
    }

    /** The caller reads on or closes. */
    private void refuse(Refusal refusal, Optional<RequestHead> head, boolean closes) {
        listener.metrics().refused(refusal);
        answer(listener.refusals().reply(refusal), head, closes);
        flushOutsideRead();
    }

    private void answer(HttpReply reply, Optional<RequestHead> head, boolean closes) {
        open = null;
        boolean last =
                connection.isSpent() || closes || head.isEmpty() || !head.get().keepAlive();
        Afterwards afterwards =
                last ? Afterwards.CLOSE : head.get().isHttp11() ? Afterwards.GOES_ON : Afterwards.KEEP_ALIVE;
        boolean withBody = head.isEmpty() || !head.get().isMethod("HEAD");
        ChannelHandlerContext ctx = context();
        ByteBuf bytes = AnswerEncoder.encode(
                ctx.alloc(), reply, afterwards, withBody, connection.loop().date());
        listener.metrics().answered(reply.status());
        connection.writeStarted();
        ChannelFuture written = ctx.write(bytes);
        written.addListener(done -> {
            if (!done.isSuccess()) {
                listener.metrics().clientGone();
            }
            connection.writeEnded();
        });
        flushDue = true;
        connection.begin(last ? Phase.LINGER : Phase.IDLE);
        if (last) {
            written.addListener(_ -> endOutput(ctx));
        }
    }

    private void flushOutsideRead() {
        if (!connection.isReading() && flushDue) {
            flushDue = false;
            context().flush();
        }
    }

    /** The sender reads the last answer to its end, then sees that no more will come. Closing at once could destroy it. */
    private void endOutput(ChannelHandlerContext ctx) {
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound().addListener(_ -> connection.shutOutput());
        } else {
            connection.shutOutput();
        }
    }

    private void release(Exchange exchange) {
        listener.inFlight().give(1);
        listener.bodyBytes().give(exchange.bodyBytes());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Expired expired) {
            switch (expired) {
                case ANSWER -> answerExpired();
                case WRITE, LINGER, IDLE, HEAD, BODY, BODY_TOO_SLOW -> ctx.close();
            }
        }
    }

    private void answerExpired() {
        Exchange exchange = open;
        if (exchange != null && exchange.expire()) {
            release(exchange);
            refuse(Refusal.ANSWER_TIMEOUT, Optional.of(exchange.head()), false);
            reader.proceed();
        }
    }

    /** The handler goes on with the request; its answer finds nobody. */
    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        Exchange exchange = open;
        open = null;
        if (exchange != null) {
            listener.metrics().clientGone();
            connection.loop().orphan(exchange, connection.deadline(), () -> release(exchange));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException || cause instanceof DecoderException) {
            log.debug(
                    "listener={} peer={} connection failed and is closed: {}",
                    listener.name(),
                    connection.peer().text(),
                    cause.toString());
        } else {
            log.error(
                    "listener={} peer={} connection failed and is closed",
                    listener.name(),
                    connection.peer().text(),
                    cause);
        }
        ctx.close();
    }

    private ChannelHandlerContext context() {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            throw new IllegalStateException("not in a pipeline");
        }
        return ctx;
    }
}
