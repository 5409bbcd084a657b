package tallygate.gateway.http;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

/** What happens to the bytes of a connection, in this order. */
final class ListenerPipeline extends ChannelInitializer<SocketChannel> {
    private final ListenerState listener;
    private final Loops loops;
    private final Places places;

    ListenerPipeline(ListenerState listener, Loops loops) {
        this.listener = listener;
        this.loops = loops;
        this.places = loops.places();
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        ListenerState.Settings settings = listener.settings();
        var connection = new Connection(listener, loops.of(channel.eventLoop()), channel);
        var gate = new ConnectionGate(connection, places);
        var requests = new RequestReader(connection);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast("gate", gate);
        if (settings.config().proxies().protocol() != ProxyProtocol.OFF) {
            pipeline.addLast("proxy-header", new ProxyHeaderReader(connection, gate));
        }
        settings.tls().ifPresent(tls -> {
            pipeline.addLast("tls", tls(tls, channel));
            pipeline.addLast("handshake", new HandshakeWatch(connection));
        });
        pipeline.addLast("requests", requests);
        pipeline.addLast("answers", new Answers(connection, requests));
    }

    /** The deadline for the head bounds the handshake too, so it needs no timer of its own. */
    private static SslHandler tls(SslContext context, SocketChannel channel) {
        SslHandler handler = context.newHandler(channel.alloc());
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }
}
