package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.RejectedRequest;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.Rejection;
import tallygate.gateway.task.StoreException;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Keeps refused requests with a digest over the bytes, counts all, keeps only so many. */
final class MySqlRejectedStore implements RejectedStore {
    private static final Logger log = LoggerFactory.getLogger(MySqlRejectedStore.class);

    private final Transactor transactor;
    private final PayloadSeal seal;

    MySqlRejectedStore(Transactor transactor, PayloadSeal seal) {
        this.seal = seal;
        this.transactor = transactor;
    }

    @Override
    public List<Kept> keep(List<Rejection> batch, Caps caps) {
        return transactor.run("keep rejected", Transactor.Mode.WHOLE, session -> {
            List<Kept> answers = new ArrayList<>(batch.size());
            for (Rejection rejection : batch) {
                answers.add(keep(session, rejection, caps));
            }
            return answers;
        });
    }

    private Kept keep(Session session, Rejection rejection, Caps caps) throws SQLException {
        String address = Texts.cut(rejection.request().remoteAddress(), 64);
        int ofEndpoint = kept(session, rejection, RejectedSql.ALL_ADDRESSES);
        int ofSender = kept(session, rejection, address);
        boolean isRoom = ofSender < caps.perSender() && ofEndpoint < caps.perEndpoint();
        count(session, rejection, RejectedSql.ALL_ADDRESSES, isRoom);
        count(session, rejection, address, isRoom);
        return isRoom ? new Kept.Stored(store(session, rejection, address)) : new Kept.Capped();
    }

    private static int kept(Session session, Rejection rejection, String address) throws SQLException {
        tally(session.prepare(RejectedSql.OPEN_TALLY), rejection, address).update();
        try (ResultSet rows =
                tally(session.prepare(RejectedSql.KEPT), rejection, address).query()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void count(Session session, Rejection rejection, String address, boolean isKept)
            throws SQLException {
        Params params = session.prepare(RejectedSql.COUNT).add(isKept ? 1 : 0).add(isKept ? 0 : 1);
        tally(params, rejection, address).update();
    }

    private static Params tally(Params params, Rejection rejection, String address) throws SQLException {
        return params.add(Texts.cut(rejection.endpoint(), 64))
                .add(rejection.reason().code())
                .addBytes(address);
    }

    private long store(Session session, Rejection rejection, String address) throws SQLException {
        byte[] whole = RequestBytes.whole(rejection.request());
        byte[] digest = Keys.sha256().digest(whole);
        PayloadSeal.Sealed request = seal.seal(whole, bound(Texts.cut(rejection.endpoint(), 64), digest));
        session.prepare(RejectedSql.KEEP)
                .add(Texts.cut(rejection.endpoint(), 64))
                .add(Texts.cut(rejection.provider(), 64))
                .add(rejection.reason().code())
                .add(Texts.cut(rejection.detail(), 1000))
                .addBytes(address)
                .add(rejection.arrivedAt())
                .add(rejection.arrivedAt().plus(rejection.keepFor()))
                .add(request.bytes())
                .add(digest)
                .add(request.key())
                .update();
        try (ResultSet rows = session.prepare(RejectedSql.LAST_ID).query()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public Optional<RejectedRequest> find(long id) {
        return transactor.run("find rejected", Transactor.Mode.READ, session -> {
            List<RejectedRequest> found = read(session.prepare(RejectedSql.FIND).add(id));
            return found.stream().findFirst();
        });
    }

    @Override
    public List<RejectedRequest> list(String endpoint, long before, int limit) {
        return transactor.run(
                "list rejected",
                Transactor.Mode.READ,
                session -> read(
                        endpoint.isEmpty()
                                ? session.prepare(RejectedSql.LIST).add(before).add(limit)
                                : session.prepare(RejectedSql.LIST_ENDPOINT)
                                        .add(endpoint)
                                        .add(before)
                                        .add(limit)));
    }

    private static byte[] bound(String endpoint, byte[] digest) {
        return PayloadSeal.bound("rejected_callback", endpoint.getBytes(StandardCharsets.UTF_8), digest);
    }

    private List<RejectedRequest> read(Params query) throws SQLException {
        List<RejectedRequest> found = new ArrayList<>();
        try (ResultSet rows = query.query()) {
            while (rows.next()) {
                byte[] digest = rows.getBytes(9);
                byte[] whole = whole(
                        new PayloadSeal.Sealed(rows.getInt(11), rows.getBytes(8)), bound(rows.getString(2), digest));
                RawRequest request = request(whole);
                Instant arrivedAt = Params.instant(rows, 6);
                Rejection rejection = new Rejection(
                        rows.getString(2),
                        rows.getString(3),
                        reason(rows.getString(4)),
                        rows.getString(5),
                        arrivedAt,
                        Duration.between(arrivedAt, Params.instant(rows, 7)),
                        request);
                boolean isIntact = Arrays.equals(digest, Keys.sha256().digest(whole));
                found.add(new RejectedRequest(rows.getLong(1), rejection, rows.getString(10), isIntact));
            }
        }
        return found;
    }

    /** Nothing where they do not open: the others of a list, and what else is known of this one, are shown all the same. */
    private byte[] whole(PayloadSeal.Sealed sealed, byte[] bound) {
        try {
            return seal.openOrRefuse(sealed, bound);
        } catch (StoreException e) {
            log.warn("a rejected request cannot be read: {}", e.getMessage());
            return new byte[0];
        }
    }

    /** An empty one where the stored bytes are damaged; their digest then says so, too. */
    private static RawRequest request(byte[] whole) {
        try {
            return RequestBytes.whole(whole);
        } catch (IllegalArgumentException e) {
            log.warn("a rejected request cannot be read: {}", e.getMessage());
            return new RawRequest("", "", "", "", List.of(), new byte[0], "");
        }
    }

    private static Reason reason(String code) {
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.code().equals(code))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "rejected_callback holds reason " + code + ", which this version does not know"));
    }

    @Override
    public boolean markVerifiedAgain(long id, String result, Actor actor) {
        return transactor.run("mark rejected", Transactor.Mode.WHOLE, session -> {
            if (!isThere(session, id)) {
                return false;
            }
            // Two marks within a millisecond may change nothing; the row is there and locked, so both are told.
            session.prepare(RejectedSql.MARK)
                    .add(Texts.cut(result, 255))
                    .add(id)
                    .update();
            AuditSql.write(
                    session,
                    actor,
                    new AuditSql.Entry("rejected-verify", "rejected_callback", Long.toString(id), "", "", result));
            return true;
        });
    }

    private static boolean isThere(Session session, long id) throws SQLException {
        try (ResultSet row = session.prepare(RejectedSql.LOCK).add(id).query()) {
            return row.next();
        }
    }

    @Override
    public List<Tally> tallies(LocalDate day) {
        return transactor.run("tallies", Transactor.Mode.READ, session -> {
            List<Tally> tallies = new ArrayList<>();
            try (ResultSet rows =
                    session.prepare(RejectedSql.TALLIES).add(day.toString()).query()) {
                while (rows.next()) {
                    tallies.add(new Tally(
                            day,
                            rows.getString(1),
                            new String(rows.getBytes(2), StandardCharsets.UTF_8),
                            reason(rows.getString(3)),
                            rows.getLong(4),
                            rows.getLong(5)));
                }
            }
            return tallies;
        });
    }

    @Override
    public int purge(int limit) {
        return transactor.run("purge rejected", Transactor.Mode.EACH, session -> {
            session.prepare(RejectedSql.PURGE_TALLIES).add(limit).update();
            return session.prepare(RejectedSql.PURGE).add(limit).update();
        });
    }
}
