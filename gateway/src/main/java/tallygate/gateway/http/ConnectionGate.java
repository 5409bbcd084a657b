package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.util.Optional;
import tallygate.gateway.http.AnswerEncoder.Afterwards;
import tallygate.gateway.http.Connection.Phase;

/**
 * Counts connections and turns away those over a limit, before anything else is done for them. A plain one is told so
 * with 503; a TLS one is closed, since a handshake is just the work that must be spared. When all places are taken, an unused
 * connection makes place for the newcomer, unless its address has its share already.
 */
final class ConnectionGate extends ChannelDuplexHandler {
    /** So many may be told; any more are closed without a word. */
    private static final int TURNED_AWAY_MAX = 256;

    private final Connection connection;
    private final ListenerState listener;
    private final Places places;
    private Optional<InetAddress> counted = Optional.empty();
    private State state = State.NEW;

    private enum State {
        NEW,
        ADMITTED,
        TURNED_AWAY,
        GONE
    }

    ConnectionGate(Connection connection, Places places) {
        this.connection = connection;
        this.listener = connection.listener();
        this.places = places;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Peer peer = connection.peer();
        ConnectionLimits limits = connection.config().connections();
        if (takesPlace()) {
            admit(ctx);
        } else if (!peer.isTrusted() && listener.counts().isFull(peer.address(), limits.perAddress())) {
            turnAway(ctx, Refusal.CONNECTIONS_OF_ADDRESS);
        } else {
            ctx.channel().config().setAutoRead(false);
            places.make(connection.loop(), made -> decide(ctx, made));
        }
    }

    private boolean takesPlace() {
        return listener.counts()
                .open()
                .take(1, connection.config().connections().total());
    }

    private void decide(ChannelHandlerContext ctx, boolean placeMade) {
        if (state != State.NEW) {
            return;
        }
        if (placeMade && takesPlace()) {
            admit(ctx);
        } else {
            turnAway(ctx, Refusal.CONNECTIONS);
        }
        ctx.channel().config().setAutoRead(true);
    }

    private void admit(ChannelHandlerContext ctx) {
        state = State.ADMITTED;
        listener.metrics().connectionOpened();
        connection.loop().add(connection);
        if (count(ctx)) {
            ctx.fireChannelActive();
        }
    }

    /** Counts the connection under its client's address, which a PROXY header may have named. False when it is turned away. */
    boolean count(ChannelHandlerContext ctx) {
        Peer peer = connection.peer();
        if (peer.isTrusted()) {
            return true;
        }
        if (!listener.counts()
                .enter(peer.address(), connection.config().connections().perAddress())) {
            leave();
            turnAway(ctx, Refusal.CONNECTIONS_OF_ADDRESS);
            return false;
        }
        counted = Optional.of(peer.address());
        return true;
    }

    private void turnAway(ChannelHandlerContext ctx, Refusal refusal) {
        listener.metrics().connectionRefused(refusal);
        boolean plain = connection.config().tls().isEmpty();
        if (!plain || !listener.counts().turnedAway().take(1, TURNED_AWAY_MAX)) {
            state = State.GONE;
            ctx.close();
            return;
        }
        state = State.TURNED_AWAY;
        connection.begin(Phase.LINGER);
        connection.loop().add(connection);
        HttpReply reply = listener.refusals().reply(refusal);
        ByteBuf bytes = AnswerEncoder.encode(
                ctx.alloc(), reply, Afterwards.CLOSE, true, connection.loop().date());
        ctx.writeAndFlush(bytes).addListener(_ -> connection.shutOutput());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (state == State.ADMITTED) {
            listener.metrics().received(((ByteBuf) message).readableBytes());
            ctx.fireChannelRead(message);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        listener.metrics().sent(((ByteBuf) message).readableBytes());
        ctx.write(message, promise);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == EndIdle.FOR_ANOTHER) {
            // the place is free before the socket is, so that the newcomer need not wait for it
            leave();
            listener.metrics().connectionDisplaced();
            ctx.channel().close();
        } else if (state == State.ADMITTED) {
            ctx.fireUserEventTriggered(event);
        } else if (event instanceof ChannelInputShutdownEvent || event instanceof Expired) {
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        leave();
        ctx.fireChannelInactive();
    }

    private void leave() {
        switch (state) {
            case ADMITTED -> {
                listener.counts().open().give(1);
                connection.loop().remove(connection);
                counted.ifPresent(listener.counts()::leave);
                counted = Optional.empty();
            }
            case TURNED_AWAY -> {
                listener.counts().turnedAway().give(1);
                connection.loop().remove(connection);
            }
            case NEW, GONE -> {}
        }
        state = State.GONE;
    }
}
