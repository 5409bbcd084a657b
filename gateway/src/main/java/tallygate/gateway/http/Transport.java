package tallygate.gateway.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;

/** How a listener talks to the kernel. */
public enum Transport {
    /** epoll where there is one, else nio. */
    AUTO,
    IO_URING,
    EPOLL,
    NIO;

    /** Whether this machine has it. */
    public boolean isAvailable() {
        return switch (this) {
            case AUTO, NIO -> true;
            case EPOLL -> Epoll.isAvailable();
            case IO_URING -> IoUring.isAvailable();
        };
    }

    /** @throws IllegalArgumentException when this machine does not have it */
    Transport resolved() {
        if (this == AUTO) {
            return EPOLL.isAvailable() ? EPOLL : NIO;
        }
        if (!isAvailable()) {
            throw new IllegalArgumentException("transport " + this + " is not available on this machine: use AUTO");
        }
        return this;
    }

    IoHandlerFactory ioHandlers() {
        return switch (this) {
            case AUTO -> resolved().ioHandlers();
            case EPOLL -> EpollIoHandler.newFactory();
            case IO_URING -> IoUringIoHandler.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
    }

    Class<? extends ServerChannel> serverChannel() {
        return switch (this) {
            case AUTO -> resolved().serverChannel();
            case EPOLL -> EpollServerSocketChannel.class;
            case IO_URING -> IoUringServerSocketChannel.class;
            case NIO -> NioServerSocketChannel.class;
        };
    }
}
