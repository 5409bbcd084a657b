package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a server tells about its replicas without any right of its own, and what of the acknowledged callbacks may be missing when
 * another server takes over: the loss window.
 */
final class Replication {
    /** Both kinds of servers; MySQL 8.0.26 renamed master to source. */
    private static final String STATUS = """
        SHOW GLOBAL STATUS
         WHERE Variable_name IN ('rpl_semi_sync_master_status', 'rpl_semi_sync_source_status',
               'rpl_semi_sync_master_clients', 'rpl_semi_sync_source_clients', 'slaves_connected', 'slave_running')
        """;

    /** Below this a replica that restarts is already given up on. */
    private static final long TIMEOUT_MILLIS_MIN = 3_600_000;

    private final Map<String, String> variables;
    private final Map<String, String> status;

    private Replication(Map<String, String> variables, Map<String, String> status) {
        this.variables = variables;
        this.status = status;
    }

    /** @param variables as SHOW VARIABLES lists them */
    static Replication read(Session session, Map<String, String> variables) throws SQLException {
        Map<String, String> status = new HashMap<>();
        try (ResultSet rows = session.prepare(STATUS).query()) {
            while (rows.next()) {
                status.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
        return of(variables, status);
    }

    static Replication of(Map<String, String> variables, Map<String, String> status) {
        return new Replication(Map.copyOf(variables), Map.copyOf(status));
    }

    /** One sentence in both languages: what a failover may lose. */
    Finding lossWindow() {
        if (isOn(status("slave_running"))) {
            return Finding.lossWindow(
                    Finding.Level.WARNING,
                    "this server is itself a replica / 本服务器自身是从库",
                    "Point database.url to the primary: what is written here is not on the others, and their changes"
                            + " arrive under ours. / 请把 database.url 指向主库。");
        }
        if (isOn(variable("wsrep_on"))) {
            return Finding.lossWindow(
                    Finding.Level.WARNING,
                    "Galera: nothing while one node keeps running; commits of the last second when all fail together"
                            + " / Galera：只要有一个节点未停止就不丢失；全部同时故障时可能丢失最后一秒内的提交",
                    "Reconcile after such an outage. / 此类故障后请对账。");
        }
        if (!variable("group_replication_group_name").isEmpty()) {
            return Finding.lossWindow(
                    Finding.Level.OK,
                    "group replication: nothing while a majority of the group keeps running / 组复制：多数成员未停止就不丢失",
                    "");
        }
        if (!isOn(variable("log_bin"))) {
            return Finding.lossWindow(
                    Finding.Level.OK,
                    "no binary log, so no replica: nothing at a crash, everything since the last backup when this"
                            + " server's disk is gone / 未开二进制日志，没有从库：崩溃不丢失；磁盘损毁则丢失上次备份之后的全部",
                    "");
        }
        return isSemiSync() ? semiSync() : asynchronous();
    }

    private Finding asynchronous() {
        if (status("slaves_connected").equals("0")) {
            return Finding.lossWindow(
                    Finding.Level.WARNING,
                    "no replica is connected: nothing at a crash, everything since the last backup when this server's"
                            + " disk is gone / 没有已连接的从库：崩溃不丢失；磁盘损毁则丢失上次备份之后的全部",
                    "Connect a replica with semi-synchronous replication, or reconcile after a restore."
                            + " / 请接入半同步从库，或在恢复后对账。");
        }
        return Finding.lossWindow(
                Finding.Level.WARNING,
                "asynchronous replication: a failover loses what the replica has not received, as many seconds of"
                        + " acknowledged callbacks as it lags / 异步复制：切换会丢失从库尚未收到的部分，即其延迟秒数内已应答的回调",
                "Set rpl_semi_sync_master_enabled=ON (MySQL: rpl_semi_sync_source_enabled) with wait point AFTER_SYNC;"
                        + " after a failover event lists and statements bring the lost ones back."
                        + " / 请启用半同步复制（AFTER_SYNC）；切换后由事件列表与账单补回。");
    }

    private boolean isSemiSync() {
        return isOn(semi("enabled"));
    }

    private Finding semiSync() {
        String clients = status("rpl_semi_sync_master_clients") + status("rpl_semi_sync_source_clients");
        if (!isOn(status("rpl_semi_sync_master_status") + status("rpl_semi_sync_source_status"))) {
            return Finding.lossWindow(
                    Finding.Level.WARNING,
                    "semi-synchronous replication has fallen back, " + clients
                            + " replicas answer: a failover now loses"
                            + " what the replica has not received / 半同步复制已退化，应答从库数 " + clients
                            + "：此时切换会丢失从库尚未收到的部分",
                    "Bring the replica back; the server returns to waiting by itself. / 请恢复从库，服务器会自动恢复等待。");
        }
        if (!semi("wait_point").equals("AFTER_SYNC")) {
            return Finding.lossWindow(
                    Finding.Level.WARNING,
                    "semi-synchronous with wait point " + semi("wait_point") + ": a duplicate can be acknowledged by a"
                            + " row that the replica has not received / 半同步等待点为 " + semi("wait_point")
                            + "：重复回调可能依据从库尚未收到的行被应答",
                    "Set rpl_semi_sync_master_wait_point=AFTER_SYNC (MySQL: rpl_semi_sync_source_wait_point)."
                            + " / 请设为 AFTER_SYNC。");
        }
        long timeout = millis(semi("timeout"));
        if (timeout < TIMEOUT_MILLIS_MIN) {
            return Finding.lossWindow(
                    Finding.Level.WARNING,
                    "semi-synchronous: nothing, unless no replica answers for " + timeout
                            + " ms; from then on the server"
                            + " goes on alone and a failover loses that part / 半同步：不丢失；但 " + timeout
                            + " 毫秒内无从库应答时服务器将单独继续，此后切换会丢失该部分",
                    "Raise rpl_semi_sync_master_timeout (MySQL: rpl_semi_sync_source_timeout) to hours, so that"
                            + " callbacks get 503 instead. / 请把超时调到数小时，届时回调将得到 503。");
        }
        return Finding.lossWindow(Finding.Level.OK, "semi-synchronous AFTER_SYNC: nothing / 半同步 AFTER_SYNC：不丢失", "");
    }

    private String semi(String name) {
        return variable("rpl_semi_sync_master_" + name) + variable("rpl_semi_sync_source_" + name);
    }

    private String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    private String status(String name) {
        return status.getOrDefault(name, "");
    }

    private static long millis(String number) {
        return number.isEmpty() ? 0 : Long.parseLong(number);
    }

    private static boolean isOn(String value) {
        return value.equalsIgnoreCase("ON") || value.equals("1");
    }
}
