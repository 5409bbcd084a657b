package tallygate.loadtest.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Listens on the loopback address; each connection gets an HTTP codec and handlers of its own behind it. */
public final class HttpServer implements AutoCloseable {
    private static final int BACKLOG = 1024;

    private final EventLoopGroup loops;
    private final Channel channel;

    private HttpServer(EventLoopGroup loops, Channel channel) {
        this.loops = loops;
        this.channel = channel;
    }

    /**
     * @param port 0 for any free one
     * @param loops event loop threads
     * @param handlers adds the handlers of a new connection behind its codec
     */
    public static HttpServer listen(int port, int loops, Consumer<ChannelPipeline> handlers) {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        Class<? extends ServerChannel> kind = epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        var group = new MultiThreadIoEventLoopGroup(loops, io);
        try {
            Channel channel = new ServerBootstrap()
                    .group(group)
                    .channel(kind)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel connection) {
                            handlers.accept(connection.pipeline().addLast(new HttpServerCodec()));
                        }
                    })
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .syncUninterruptibly()
                    .channel();
            return new HttpServer(group, channel);
        } catch (RuntimeException e) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw e;
        }
    }

    public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
