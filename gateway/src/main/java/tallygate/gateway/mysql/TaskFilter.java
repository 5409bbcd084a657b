package tallygate.gateway.mysql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskQuery;
import tallygate.gateway.task.TaskStatus;

/** A task query as conditions, each with the values of its parameters. */
record TaskFilter(List<String> conditions, List<Binding> bindings) {
    /** Binds one condition's values. */
    @FunctionalInterface
    interface Binding {
        void to(Params params) throws SQLException;
    }

    static TaskFilter of(TaskQuery query) {
        TaskFilter filter = new TaskFilter(new ArrayList<>(), new ArrayList<>());
        long before = before(query);
        long from = query.from().map(TaskIds::firstOf).orElse(0L);
        filter.add("t.id < ?", params -> params.add(before));
        filter.add("t.id >= ?", params -> params.add(from));
        if (!query.statuses().isEmpty()) {
            List<TaskStatus> statuses = query.statuses().stream().sorted().toList();
            // Three shapes at most matter here: the list is short.
            String marks = String.join(", ", java.util.Collections.nCopies(statuses.size(), "?"));
            filter.add("t.status IN (" + marks + ")", params -> {
                for (TaskStatus status : statuses) {
                    params.add(status.code());
                }
            });
        }
        query.route().ifPresent(route -> filter.add("t.route = ?", params -> params.add(route)));
        query.endpoint().ifPresent(endpoint -> filter.add("t.endpoint = ?", params -> params.add(endpoint)));
        query.bizId().ifPresent(id -> filter.add("t.biz_id = ?", params -> params.add(Keys.column(id))));
        query.eventId().ifPresent(id -> filter.add("t.event_id = ?", params -> params.add(Keys.column(id))));
        return filter;
    }

    /** Where the walk begins. */
    static long before(TaskQuery query) {
        return Math.min(
                query.before().map(TaskId::value).orElse(Long.MAX_VALUE),
                query.to().map(TaskIds::firstOf).orElse(Long.MAX_VALUE));
    }

    void downTo(TaskId last) {
        add("t.id >= ?", params -> params.add(last.value()));
    }

    /** @param sources none: nothing fits */
    void ofSources(List<byte[]> sources) {
        List<byte[]> any = sources.isEmpty() ? List.of(new byte[0]) : sources;
        String marks = String.join(", ", java.util.Collections.nCopies(any.size(), "?"));
        add("t.source IN (" + marks + ")", params -> {
            for (byte[] source : any) {
                params.add(source);
            }
        });
    }

    private void add(String condition, Binding binding) {
        conditions.add(condition);
        bindings.add(binding);
    }

    void bind(Params params) throws SQLException {
        for (Binding binding : bindings) {
            binding.to(params);
        }
    }
}
