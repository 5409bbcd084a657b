package tallygate.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import javax.net.ssl.SSLSession;

/** Bounds the TLS handshakes under way, and notes when a connection is encrypted. */
final class HandshakeWatch extends ChannelInboundHandlerAdapter {
    private final Connection connection;
    private final ListenerState listener;
    private boolean counted;

    HandshakeWatch(Connection connection) {
        this.connection = connection;
        this.listener = connection.listener();
    }

    /** Nothing costly has happened yet: that begins with the client's first bytes. */
    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        counted = listener.counts()
                .handshakes()
                .take(1, connection.config().connections().handshakes());
        if (counted) {
            ctx.fireChannelActive();
        } else {
            listener.metrics().connectionRefused(Refusal.HANDSHAKES);
            ctx.close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            giveBack();
            if (handshake.isSuccess()) {
                connection.peer(connection.peer().address(), true);
                connection.clientNames(ClientNames.of(session(ctx)));
            } else {
                listener.metrics().handshakeFailed();
            }
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    private static SSLSession session(ChannelHandlerContext ctx) {
        return ctx.pipeline().get(SslHandler.class).engine().getSession();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        giveBack();
        ctx.fireChannelInactive();
    }

    private void giveBack() {
        if (counted) {
            counted = false;
            listener.counts().handshakes().give(1);
        }
    }
}
