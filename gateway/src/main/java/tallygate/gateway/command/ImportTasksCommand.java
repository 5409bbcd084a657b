package tallygate.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tallygate.gateway.task.TaskImport;

/** Takes over the task table of a system of the operator's own. */
@Command(
        name = "import-tasks",
        mixinStandardHelpOptions = true,
        description =
                "Take over tasks from an async_task table of your own, in the same database server. Running it again"
                        + " adds only what is new.",
        footer = {"", "Exit: 0 taken, 64 usage, 69 no database, 78 configuration."})
final class ImportTasksCommand implements Callable<Integer> {
    private static final int CHUNK = 500;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private Reconciling reconciling;

    @Option(names = "--table", required = true, description = "NAME or DATABASE.NAME.")
    @SuppressWarnings("NullAway.Init")
    private String table;

    @Option(names = "--account", defaultValue = "shop", description = "Scope of the event ids (${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String account;

    @Option(
            names = "--route",
            defaultValue = "",
            description = "Where they go; left out: the route named like biz_type.")
    @SuppressWarnings("NullAway.Init")
    private String route;

    @Option(names = "--zone", defaultValue = "+00:00", description = "Offset of the table's times (${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String zone;

    @Option(names = "--processing", defaultValue = "hold", description = "hold or run what was being processed.")
    @SuppressWarnings("NullAway.Init")
    private String processing;

    @Option(names = "--dry-run", description = "Count only.")
    private boolean isDry;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        TaskImport.Origin origin;
        try {
            origin = new TaskImport.Origin(table, account, route, zone, processing.equals("run"));
        } catch (IllegalArgumentException e) {
            spec.commandLine().getErr().println("tallygate: " + e.getMessage());
            return Exit.USAGE;
        }
        return reconciling.run(database -> take(database, origin));
    }

    private int take(OfflineDatabase database, TaskImport.Origin origin) {
        if (!route.isEmpty() && !database.config().routes().containsKey(route)) {
            spec.commandLine()
                    .getErr()
                    .println("tallygate: no route " + route + "; the configuration has "
                            + database.config().routes().keySet());
            return Exit.CONFIG;
        }
        TaskImport tasks = database.stores().taskImport();
        long seen = 0;
        long added = 0;
        if (isDry) {
            TaskImport.Chunk all = tasks.look(origin);
            seen = all.seen();
            added = all.added();
        } else {
            TaskImport.Chunk chunk = tasks.take(origin, Long.MIN_VALUE, CHUNK);
            while (chunk.seen() > 0) {
                seen += chunk.seen();
                added += chunk.added();
                chunk = tasks.take(origin, chunk.lastId(), CHUNK);
            }
        }
        reconciling.out().println(reconciling.asJson() ? json(seen, added) : text(seen, added));
        return Exit.OK;
    }

    private String text(long seen, long added) {
        return table + ": " + seen + " rows, " + added + (isDry ? " would be new (dry run)" : " new");
    }

    private String json(long seen, long added) {
        return new ObjectMapper()
                .createObjectNode()
                .put("table", table)
                .put("rows", seen)
                .put("new", added)
                .put("dryRun", isDry)
                .toString();
    }
}
