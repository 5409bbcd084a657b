package tallygate.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import tallygate.blackbox.DatabaseGate.State;
import tallygate.blackbox.Kill;
import tallygate.blackbox.RunningGateway;
import tallygate.gateway.mysql.FaultProxy.Cut;

/** What can go wrong around a gateway, each with what ends it. Faults of one part do not overlap, others may. */
enum Fault {
    KILL_NODE(Part.NODE),
    TERM_NODE(Part.NODE),
    PAUSE_NODE(Part.NODE),
    KILL_DATABASE(Part.DATABASE),
    RESTART_DATABASE(Part.DATABASE),
    PAUSE_DATABASE(Part.DATABASE),
    READ_ONLY(Part.DATABASE),
    FULL_DISK(Part.DATABASE),
    LOCKED_ROWS(Part.DATABASE),
    USED_UP_POOL(Part.DATABASE),
    KILLED_SESSIONS(Part.DATABASE),
    DEADLOCK(Part.NETWORK),
    LOCK_WAIT(Part.NETWORK),
    CUT_BEFORE_COMMIT(Part.NETWORK),
    CUT_AFTER_COMMIT(Part.NETWORK),
    SILENT_COMMIT(Part.NETWORK),
    SLOW_NETWORK(Part.NETWORK),
    LOSING_NETWORK(Part.NETWORK),
    HALF_OPEN_NETWORK(Part.NETWORK),
    RESET_NETWORK(Part.NETWORK),
    CLOCK_AHEAD(Part.CLOCK),
    CLOCK_BEHIND(Part.CLOCK),
    BUSINESS_AWAY(Part.BUSINESS),
    BUSINESS_HANGS(Part.BUSINESS),
    BUSINESS_ERRORS(Part.BUSINESS),
    BUSINESS_RESETS(Part.BUSINESS),
    BUSINESS_GARBAGE(Part.BUSINESS),
    BUSINESS_TRICKLES(Part.BUSINESS),
    BUSINESS_DROPS_ANSWERS(Part.BUSINESS),
    BUSINESS_BUSY(Part.BUSINESS),
    NAME_GONE(Part.BUSINESS),
    BAD_RELOAD(Part.CONFIGURATION),
    LOG_STANDS_STILL(Part.LOG),
    LOG_GONE(Part.LOG);

    /** What a fault strikes. */
    enum Part {
        NODE,
        DATABASE,
        NETWORK,
        CLOCK,
        BUSINESS,
        CONFIGURATION,
        LOG
    }

    /** Ends the fault. */
    interface Healing {
        void heal() throws Exception;
    }

    private final Part part;

    Fault(Part part) {
        this.part = part;
    }

    Part part() {
        return part;
    }

    boolean isPossible(World world) {
        return switch (this) {
            case CLOCK_AHEAD, CLOCK_BEHIND -> world.hasClock();
            case FULL_DISK -> world.disk.isPresent();
            default -> true;
        };
    }

    Healing strike(World world, SplittableRandom dice) throws Exception {
        int which = dice.nextInt(world.nodes.size());
        RunningGateway node = world.nodes.get(which);
        return switch (this) {
            case KILL_NODE -> {
                node.kill(Kill.JVM);
                yield node::startAgain;
            }
            case TERM_NODE -> {
                node.stop();
                yield node::startAgain;
            }
            case PAUSE_NODE -> {
                node.signal("STOP");
                yield () -> node.signal("CONT");
            }
            case KILL_DATABASE -> {
                world.database.kill();
                yield world.database::up;
            }
            case RESTART_DATABASE -> {
                world.database.shutDown();
                yield world.database::up;
            }
            case PAUSE_DATABASE -> {
                world.database.signal("STOP");
                yield () -> world.database.signal("CONT");
            }
            case READ_ONLY -> {
                world.database.sql("SET GLOBAL read_only = 1");
                yield () -> world.database.sql("SET GLOBAL read_only = 0");
            }
            case FULL_DISK -> {
                world.disk.orElseThrow().fill(0);
                yield () -> {
                    world.disk.orElseThrow().makeRoom();
                    // MariaDB ends itself when not even a rollback has room.
                    world.database.up();
                };
            }
            case LOCKED_ROWS ->
                locked(world, "SELECT id FROM async_task ORDER BY id DESC LIMIT 300 FOR UPDATE", "ROLLBACK");
            case USED_UP_POOL ->
                locked(world, "LOCK TABLES node WRITE, rejected_callback WRITE, rejected_tally WRITE", "UNLOCK TABLES");
            case KILLED_SESSIONS -> {
                world.database.sql("KILL USER tallygate");
                yield () -> {};
            }
            case DEADLOCK -> cut(world, Cut.DEADLOCK);
            case LOCK_WAIT -> cut(world, Cut.LOCK_WAIT);
            case CUT_BEFORE_COMMIT -> cut(world, Cut.BEFORE);
            case CUT_AFTER_COMMIT -> cut(world, Cut.AFTER);
            case SILENT_COMMIT -> cut(world, Cut.SILENT);
            case SLOW_NETWORK -> network(world, State.SLOW);
            case LOSING_NETWORK -> network(world, State.LOSING);
            case HALF_OPEN_NETWORK -> network(world, State.HANGING);
            case RESET_NETWORK -> network(world, State.RESETTING);
            case CLOCK_AHEAD -> clock(world, "+1h");
            case CLOCK_BEHIND -> clock(world, "-1h");
            case BUSINESS_AWAY -> {
                world.way.be(State.CLOSED);
                yield () -> world.way.be(State.OPEN);
            }
            case BUSINESS_HANGS -> business(world, Business.Manner.HANGS);
            case BUSINESS_ERRORS -> business(world, Business.Manner.ERRORS);
            case BUSINESS_RESETS -> business(world, Business.Manner.RESETS);
            case BUSINESS_GARBAGE -> business(world, Business.Manner.GARBAGE);
            case BUSINESS_TRICKLES -> business(world, Business.Manner.TRICKLES);
            case BUSINESS_DROPS_ANSWERS -> business(world, Business.Manner.APPLIES_AND_DROPS);
            case BUSINESS_BUSY -> business(world, Business.Manner.BUSY);
            case NAME_GONE -> {
                String named = Files.readString(world.hosts);
                Files.writeString(world.hosts, "127.0.0.1 nobody.chaos\n");
                yield () -> Files.writeString(world.hosts, named);
            }
            case BAD_RELOAD -> {
                node.write("endpoints: [ { name: shop, provider: nobody } ]\n");
                hangUp(node);
                yield () -> {
                    node.write(world.configuration());
                    hangUp(node);
                };
            }
            case LOG_STANDS_STILL -> {
                world.logs.get(which).stop();
                yield world.logs.get(which)::goOn;
            }
            case LOG_GONE -> {
                world.logs.get(which).end();
                yield world.logs.get(which)::again;
            }
        };
    }

    private static void hangUp(RunningGateway node) throws IOException, InterruptedException {
        if (node.isAlive()) {
            node.signal("HUP");
        }
    }

    /** In a session of its own, which ends with the database if that ends first. */
    private static Healing locked(World world, String lock, String unlock) throws SQLException {
        Connection connection = world.database.root();
        Statement statement = connection.createStatement();
        connection.setAutoCommit(false);
        statement.execute(lock);
        return () -> {
            try (connection;
                    statement) {
                statement.execute(unlock);
            } catch (SQLException e) {
                // The session ended with its server, and its locks with it.
            }
        };
    }

    private static Healing cut(World world, Cut where) {
        world.proxy.breakAt(where, "evt_");
        return () -> world.proxy.breakAt(Cut.NOWHERE, "");
    }

    private static Healing network(World world, State state) {
        world.gate.be(state);
        return () -> world.gate.be(State.OPEN);
    }

    private static Healing clock(World world, String offset) throws IOException {
        Files.writeString(world.clockFile, offset + "\n");
        return () -> Files.writeString(world.clockFile, "+0\n");
    }

    private static Healing business(World world, Business.Manner manner) {
        world.business.be(manner);
        return () -> world.business.be(Business.Manner.OPEN);
    }
}
