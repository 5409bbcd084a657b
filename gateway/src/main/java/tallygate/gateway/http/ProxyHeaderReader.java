package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/** Reads the PROXY header of a connection and leaves; only a trusted proxy is asked for one. */
final class ProxyHeaderReader extends ByteToMessageDecoder {
    private final Connection connection;
    private final ConnectionGate gate;

    ProxyHeaderReader(Connection connection, ConnectionGate gate) {
        this.connection = connection;
        this.gate = gate;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        boolean required = connection.config().proxies().protocol() == ProxyProtocol.REQUIRED;
        if (!connection.peer().isTrusted() && required) {
            refuse(ctx);
            return;
        }
        if (!connection.peer().isTrusted()) {
            ctx.pipeline().remove(this);
        }
        ctx.fireChannelActive();
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        switch (ProxyHeader.read(in)) {
            case ProxyHeader.Client(int length, var address, boolean secure) -> {
                in.skipBytes(length);
                connection.peer(address, secure);
                if (gate.count(ctx)) {
                    ctx.pipeline().remove(this);
                } else {
                    in.skipBytes(in.readableBytes());
                }
            }
            case ProxyHeader.Local(int length) -> {
                in.skipBytes(length);
                ctx.pipeline().remove(this);
            }
            case ProxyHeader.Other.MORE -> {}
            case ProxyHeader.Other.NONE -> {
                if (connection.config().proxies().protocol() == ProxyProtocol.REQUIRED) {
                    in.skipBytes(in.readableBytes());
                    refuse(ctx);
                } else {
                    ctx.pipeline().remove(this);
                }
            }
            case ProxyHeader.Other.MALFORMED -> {
                in.skipBytes(in.readableBytes());
                refuse(ctx);
            }
        }
    }

    /** The PROXY protocol has no way to answer: whoever sends no proper header is no proxy of ours. */
    private void refuse(ChannelHandlerContext ctx) {
        connection.listener().metrics().connectionRefused(Refusal.PROXY_HEADER);
        ctx.close();
    }
}
