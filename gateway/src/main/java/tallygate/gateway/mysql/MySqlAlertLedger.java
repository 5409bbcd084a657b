package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.AlertLedger;
import tallygate.gateway.task.StoreException;

/** The alerts of all nodes in the database. Who tells is leased for 15 s by the database's clock. */
final class MySqlAlertLedger implements AlertLedger {
    private static final Logger log = LoggerFactory.getLogger(MySqlAlertLedger.class);
    private static final int SUBJECT_MAX = 255;
    private static final int SUMMARY_MAX = 1_000;
    private static final int FACT_MAX = 2_000;

    private final Transactor transactor;
    private final long incarnation;
    private long round;
    private boolean isSilent;

    MySqlAlertLedger(Transactor transactor, long incarnation) {
        this.transactor = transactor;
        this.incarnation = incarnation;
    }

    @Override
    public Optional<Standing> exchange(List<Aged> own) {
        try {
            Standing standing = transactor.run("alerts", Transactor.Mode.WHOLE, session -> exchange(session, own));
            isSilent = false;
            return Optional.of(standing);
        } catch (StoreException e) {
            failed(e);
            return Optional.empty();
        }
    }

    @Override
    public boolean told(String channel, List<Alert> raised, List<Alert> ended) {
        try {
            return transactor.run("alerts told", Transactor.Mode.WHOLE, session -> {
                for (Alert alert : raised) {
                    session.prepare(AlertSql.TELL)
                            .add(channel)
                            .add(alert.kind())
                            .add(Texts.cut(alert.subject(), SUBJECT_MAX))
                            .add(alert.severity().name())
                            .add(Texts.cut(alert.summary(), SUMMARY_MAX))
                            .update();
                }
                for (Alert alert : ended) {
                    session.prepare(AlertSql.TAKE_BACK)
                            .add(channel)
                            .add(alert.kind())
                            .add(Texts.cut(alert.subject(), SUBJECT_MAX))
                            .update();
                }
                return true;
            });
        } catch (StoreException e) {
            failed(e);
            return false;
        }
    }

    private void failed(StoreException e) {
        if (!isSilent) {
            log.warn("kind={} alerts are not shared now, each node tells what it sees itself", e.kind());
        }
        isSilent = true;
    }

    private Standing exchange(Session session, List<Aged> own) throws SQLException {
        session.prepare(AlertSql.TAKE).add(incarnation).add(incarnation).update();
        boolean isTeller;
        try (ResultSet row = session.prepare(AlertSql.TELLER).query()) {
            isTeller = row.next() && row.getLong(1) == incarnation;
        }
        round++;
        for (Aged aged : own) {
            Alert alert = aged.alert();
            session.prepare(AlertSql.SEEN)
                    .add(alert.kind())
                    .add(Texts.cut(alert.subject(), SUBJECT_MAX))
                    .add(incarnation)
                    .add(alert.severity().name())
                    .add(Texts.cut(alert.summary(), SUMMARY_MAX))
                    .add(text(alert.orderedFacts()))
                    .add(aged.age().toNanos() / 1_000)
                    .add(round)
                    .update();
        }
        session.prepare(AlertSql.ENDED).add(incarnation).add(round).update();
        if (isTeller) {
            session.prepare(AlertSql.SWEEP).update();
        }
        return new Standing(isTeller, holding(session), told(session));
    }

    private static List<Aged> holding(Session session) throws SQLException {
        List<Aged> holding = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        try (ResultSet rows = session.prepare(AlertSql.HOLDING).query()) {
            while (rows.next()) {
                if (seen.add(rows.getString(1) + '\n' + rows.getString(2))) {
                    holding.add(aged(rows, 1, facts(rows.getString(5)), rows.getLong(6)));
                }
            }
        }
        return holding;
    }

    private static List<Told> told(Session session) throws SQLException {
        List<Told> told = new ArrayList<>();
        try (ResultSet rows = session.prepare(AlertSql.TOLD).query()) {
            while (rows.next()) {
                told.add(new Told(rows.getString(1), aged(rows, 2, Map.of(), rows.getLong(6))));
            }
        }
        return told;
    }

    private static Aged aged(ResultSet row, int first, Map<String, String> facts, long micros) throws SQLException {
        var alert = new Alert(
                row.getString(first),
                row.getString(first + 1),
                Alert.Severity.valueOf(row.getString(first + 2)),
                row.getString(first + 3),
                facts);
        return new Aged(alert, Duration.ofNanos(Math.max(0, micros) * 1_000));
    }

    private static String text(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + "="
                        + Texts.cut(fact.getValue(), FACT_MAX)
                                .replace("\\", "\\\\")
                                .replace("\n", "\\n"))
                .collect(Collectors.joining("\n"));
    }

    private static Map<String, String> facts(String text) {
        Map<String, String> facts = new TreeMap<>();
        text.lines().filter(line -> line.indexOf('=') > 0).forEach(line -> {
            int equals = line.indexOf('=');
            facts.put(line.substring(0, equals), unescaped(line.substring(equals + 1)));
        });
        return facts;
    }

    private static String unescaped(String value) {
        var plain = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length()) {
                i++;
                plain.append(value.charAt(i) == 'n' ? '\n' : value.charAt(i));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
