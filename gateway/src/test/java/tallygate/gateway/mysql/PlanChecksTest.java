package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.gateway.mysql.Finding.Level;

/** Every hot statement goes along its index, and the check sees it when one does not. */
class PlanChecksTest {
    private final RealRig rig = new RealRig(TestDatabases.embedded());

    @AfterEach
    void close() {
        rig.close();
    }

    private List<Finding> plans(Level level) {
        return rig.stores().plans().stream()
                .filter(finding -> finding.level() == level)
                .toList();
    }

    @Test
    void anEmptyTableHasAllItsIndexes() {
        assertThat(plans(Level.OK)).hasSize(HotQuery.all().size());
    }

    @Test
    void onALargeTableNothingIsReadWholeOrSorted() {
        var rows = new RowFactory(rig);
        rows.fill(30_000, 2, rows.lane("orders"), Duration.ofDays(1), 1_000);
        rows.fill(2_000, 0, rows.lane("orders"), Duration.ofMinutes(5), 1_000);
        assertThat(rig.stores().plans())
                .allSatisfy(finding ->
                        assertThat(finding.level()).as(finding.toString()).isEqualTo(Level.OK));
    }

    /** Where few tasks are under way, an optimizer prefers to find them by their state, and locks those of other nodes on the way. */
    @Test
    void whatChangesTasksByTheirIdsIsToldToGoByPrimaryKey() throws SQLException {
        var rows = new RowFactory(rig);
        rows.fill(30_000, 2, rows.lane("orders"), Duration.ofDays(1), 1_000);
        rows.fill(1, 1, rows.lane("orders"), Duration.ofMinutes(5), 1_000);
        rows.fill(1, 0, rows.lane("orders"), Duration.ofMinutes(5), 1_000);
        rig.execute("ANALYZE TABLE async_task");
        List<HotQuery> changes = HotQuery.all().stream()
                .filter(query -> query.sql().startsWith("UPDATE async_task FORCE INDEX (PRIMARY)"))
                .toList();
        assertThat(changes)
                .extracting(HotQuery::name)
                .contains("lease", "complete", "renew", "release", "let settle", "park for its turn");
        try (Connection connection = rig.database().connect();
                Session session = new Session(connection)) {
            for (HotQuery query : changes) {
                assertThat(way(session, query)).as(query.name()).isEqualTo("range PRIMARY");
            }
            long misled = 0;
            for (HotQuery query : changes) {
                String left = query.sql().replace(" FORCE INDEX (PRIMARY)", "");
                var free = new HotQuery(query.name(), query.table(), query.index(), left, query.values());
                misled += way(session, free).equals("range PRIMARY") ? 0 : 1;
            }
            assertThat(misled)
                    .as("statements that go another way when they are not told")
                    .isPositive();
        }
    }

    private static String way(Session session, HotQuery query) throws SQLException {
        try (ResultSet plan = query.explain(session).query()) {
            return plan.next() ? plan.getString("type") + " " + plan.getString("key") : "";
        }
    }

    /** Seen on an empty table already, where the plan itself says nothing. */
    @Test
    void anIndexThatIsDroppedIsSeen() {
        Map<String, String> drops = Map.of(
                "async_task.k_due", "plan of claim",
                "async_task.k_biz", "plan of older tasks of the key",
                "async_task.uk_event", "plan of duplicates",
                "async_task.k_txn", "plan of tasks of a transaction",
                "statement_row.k_txn", "plan of statement rows of a movement",
                "task_probe.k_due", "plan of due questions");
        for (Map.Entry<String, String> drop : drops.entrySet()) {
            String[] names = drop.getKey().split("\\.");
            rig.execute("ALTER TABLE " + names[0] + " DROP KEY " + names[1]);
            assertThat(plans(Level.UNSAFE).stream().map(Finding::what).collect(Collectors.toSet()))
                    .as("without %s", drop.getKey())
                    .contains(drop.getValue());
        }
    }

    @Test
    void aClaimThatWouldSortALargeTableIsUnsafe() {
        var rows = new RowFactory(rig);
        rows.fill(12_000, 0, rows.lane("orders"), Duration.ofMinutes(20), 1_000);
        rig.execute("ALTER TABLE async_task DROP KEY k_due, ADD KEY k_due (status, lane)");
        rig.execute("ANALYZE TABLE async_task");
        assertThat(plans(Level.UNSAFE))
                .filteredOn(finding -> finding.what().equals("plan of claim"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.value()).contains("filesort"));
    }
}
