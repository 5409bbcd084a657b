package tallygate.loadtest.drive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/** One thread, one selector, many kept connections: sends what the traffic says and books each answer. */
final class DriveLoop implements AutoCloseable {
    private static final long PATROL_NANOS = 50_000_000;

    private final Aim aim;
    private final IntFunction<ByteBuffer> messages;
    private final Traffic traffic;
    private final Ledger ledger;
    private final LongSupplier nanos;
    private final Selector selector;
    private final List<Connection> connections = new ArrayList<>();
    private final ArrayDeque<Connection> free = new ArrayDeque<>();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(64 << 10);

    private int inFlight;
    private long patrolAt;

    DriveLoop(Aim aim, IntFunction<ByteBuffer> messages, Traffic traffic, Ledger ledger, LongSupplier nanos)
            throws IOException {
        this.aim = aim;
        this.messages = messages;
        this.traffic = traffic;
        this.ledger = ledger;
        this.nanos = nanos;
        this.selector = Selector.open();
        for (int i = 0; i < aim.connections(); i++) {
            connections.add(new Connection(aim.targets().get(i % aim.targets().size())));
        }
    }

    /** Runs until the traffic is over and every message is answered or given up. */
    void run() throws IOException {
        patrolAt = nanos.getAsLong();
        while (!traffic.isOver(nanos.getAsLong()) || inFlight > 0) {
            long now = nanos.getAsLong();
            if (now >= patrolAt) {
                patrol(now);
            }
            long due = sendDue(now);
            selector.select(this::ready, waitMillis(due, nanos.getAsLong()));
        }
    }

    void wake() {
        selector.wakeup();
    }

    @Override
    public void close() throws IOException {
        connections.forEach(Connection::close);
        selector.close();
    }

    private long waitMillis(long due, long now) {
        long wake = Math.min(due, patrolAt);
        // Rounded up: a time that is not reached yet is waited for, never spun for. Zero would wait for ever.
        return Math.max(1, (wake - now + 999_999) / 1_000_000);
    }

    /** Sends as long as something is due and a connection is free. @return when the next message is due */
    private long sendDue(long now) {
        long due = traffic.nextDue(now);
        while (due <= now && !free.isEmpty()) {
            int message = traffic.take(now);
            if (message < 0) {
                return Traffic.NOTHING;
            }
            send(free.pop(), message, due, now);
            due = traffic.nextDue(now);
        }
        // A due message without a free connection waits for an answer, not for the clock.
        return due <= now ? Traffic.NOTHING : due;
    }

    private void send(Connection connection, int message, long due, long now) {
        ledger.sent();
        inFlight++;
        try {
            connection.send(message, messages.apply(message), traffic.countsFromDue() ? due : now, now);
        } catch (IOException e) {
            failed(connection, now);
        }
    }

    private void ready(SelectionKey key) {
        var connection = (Connection) key.attachment();
        try {
            if (key.isConnectable()) {
                connection.finishOpening();
                free.push(connection);
            }
            if (key.isValid() && key.isWritable()) {
                connection.write();
            }
            if (key.isValid() && key.isReadable()) {
                int status = connection.read(scratch);
                if (status != 0) {
                    long now = nanos.getAsLong();
                    answered(connection, status, now);
                    sendDue(now);
                }
            }
        } catch (IOException e) {
            failed(connection, nanos.getAsLong());
        }
    }

    private void answered(Connection connection, int status, long now) {
        if (!connection.isBusy()) {
            // An answer nobody asked for: the connection cannot be trusted with another message.
            connection.close();
            return;
        }
        int message = connection.message();
        ledger.answered(message, status, connection.since(), now);
        traffic.answered(message, status, now);
        connection.release();
        inFlight--;
        if (connection.isOpen()) {
            free.push(connection);
        } else if (status != 0 && !traffic.isOver(now)) {
            reopen(connection, now);
        }
    }

    private void failed(Connection connection, long now) {
        if (!connection.isConnected()) {
            ledger.connectFailed();
        } else if (!connection.isBusy()) {
            free.remove(connection);
        }
        connection.close();
        if (connection.isBusy()) {
            answered(connection, 0, now);
        }
        connection.reopenLater(now);
    }

    /** Gives up what waits too long, and opens what is closed. */
    private void patrol(long now) {
        patrolAt = now + PATROL_NANOS;
        boolean over = traffic.isOver(now);
        for (Connection connection : connections) {
            if (connection.isBusy()
                    && now - connection.sentAt() > aim.patience().toNanos()) {
                failed(connection, now);
            }
            if (!over && !connection.isOpen() && now >= connection.reopenAt()) {
                reopen(connection, now);
            }
        }
    }

    private void reopen(Connection connection, long now) {
        try {
            if (connection.open(selector)) {
                free.push(connection);
            }
        } catch (IOException e) {
            failed(connection, now);
        }
    }
}
