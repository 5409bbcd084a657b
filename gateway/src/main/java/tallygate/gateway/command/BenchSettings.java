package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * Settings of the server that decide about speed and safety, as it says them itself, and what a task's indexes take.
 *
 * @param syncsEachCommit innodb_flush_log_at_trx_commit is 1
 * @param binlogIsSynced there is no binary log, or sync_binlog is 1
 * @param indexBytesEach bytes of secondary indexes for each task of the run, about
 */
record BenchSettings(boolean syncsEachCommit, boolean binlogIsSynced, long bufferPoolBytes, long indexBytesEach) {
    private static final String VARIABLES = """
        SELECT @@GLOBAL.innodb_flush_log_at_trx_commit AS flush, @@GLOBAL.log_bin AS log_bin,
               @@GLOBAL.sync_binlog AS sync_binlog, @@GLOBAL.innodb_buffer_pool_size AS pool
        """;

    private static final String INDEXES = """
        SELECT index_length AS bytes, table_rows AS tasks
          FROM information_schema.tables
         WHERE table_schema = DATABASE() AND table_name = 'async_task'
        """;

    static BenchSettings read(BenchDatabase database, BenchTools tools) throws InterruptedException {
        database.query(tools, "ANALYZE TABLE async_task");
        Map<String, Long> said = new HashMap<>();
        for (String sql : new String[] {VARIABLES, INDEXES}) {
            JsonNode row = database.query(tools, sql).path(0);
            row.properties()
                    .forEach(column ->
                            said.put(column.getKey(), column.getValue().asLong()));
        }
        long tasks = said.getOrDefault("tasks", 0L);
        return new BenchSettings(
                said.getOrDefault("flush", 0L) == 1,
                said.getOrDefault("log_bin", 0L) == 0 || said.getOrDefault("sync_binlog", 0L) == 1,
                said.getOrDefault("pool", 0L),
                tasks == 0 ? 0 : said.getOrDefault("bytes", 0L) / tasks);
    }

    /** How many tasks' indexes the buffer pool keeps; 0 when unknown. Beyond that an insert reads from the disk. */
    long tasksInPool() {
        return indexBytesEach == 0 ? 0 : bufferPoolBytes / indexBytesEach;
    }
}
