package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a server tells of its replicas is turned into what a failover may lose. */
class ReplicationTest {
    private static final Map<String, String> MARIADB = Map.of(
            "log_bin", "ON",
            "rpl_semi_sync_master_enabled", "ON",
            "rpl_semi_sync_master_timeout", "86400000",
            "rpl_semi_sync_master_wait_point", "AFTER_SYNC");

    private static Finding window(Map<String, String> variables, String... status) {
        Map<String, String> told = new HashMap<>();
        for (int i = 0; i < status.length; i += 2) {
            told.put(status[i], status[i + 1]);
        }
        Finding finding = Replication.of(variables, told).lossWindow();
        assertThat(finding.isLossWindow()).isTrue();
        assertThat(finding.value()).as("both languages").matches("[^/]+ / .*\\p{IsHan}.*");
        return finding;
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> changed = new HashMap<>(MARIADB);
        changed.put(name, value);
        return changed;
    }

    private static void warns(Finding finding, String value) {
        assertThat(finding.level()).isEqualTo(Finding.Level.WARNING);
        assertThat(finding.value()).contains(value);
        assertThat(finding.advice()).isNotEmpty();
    }

    @Test
    void aServerAloneLosesNothingAtACrash() {
        Finding alone = window(Map.of("log_bin", "OFF"));
        assertThat(alone.level()).isEqualTo(Finding.Level.OK);
        assertThat(alone.value()).contains("nothing at a crash", "since the last backup");
        warns(window(Map.of("log_bin", "ON"), "slaves_connected", "0"), "no replica is connected");
    }

    @Test
    void anAsynchronousReplicaMayLackWhatItHasNotReceived() {
        warns(window(Map.of("log_bin", "ON"), "slaves_connected", "1"), "asynchronous");
        warns(window(Map.of("log_bin", "ON")), "asynchronous");
    }

    @Test
    void semiSynchronousLosesNothingWhileItHolds() {
        assertThat(window(MARIADB, "rpl_semi_sync_master_status", "ON").level()).isEqualTo(Finding.Level.OK);
        assertThat(window(
                                Map.of(
                                        "log_bin", "ON",
                                        "rpl_semi_sync_source_enabled", "ON",
                                        "rpl_semi_sync_source_timeout", "86400000",
                                        "rpl_semi_sync_source_wait_point", "AFTER_SYNC"),
                                "rpl_semi_sync_source_status",
                                "ON")
                        .level())
                .as("by MySQL's names")
                .isEqualTo(Finding.Level.OK);
    }

    @Test
    void whatOpensTheWindowAgainIsSaid() {
        warns(
                window(MARIADB, "rpl_semi_sync_master_status", "OFF", "rpl_semi_sync_master_clients", "0"),
                "fallen back, 0 replicas");
        warns(
                window(with("rpl_semi_sync_master_wait_point", "AFTER_COMMIT"), "rpl_semi_sync_master_status", "ON"),
                "AFTER_COMMIT");
        warns(window(with("rpl_semi_sync_master_timeout", "10000"), "rpl_semi_sync_master_status", "ON"), "10000 ms");
    }

    @Test
    void groupsAndReplicasAreToldApart() {
        warns(window(Map.of("wsrep_on", "ON")), "Galera");
        warns(window(MARIADB, "slave_running", "ON"), "itself a replica");
        assertThat(window(Map.of("group_replication_group_name", "aaaa")).level())
                .isEqualTo(Finding.Level.OK);
    }
}
