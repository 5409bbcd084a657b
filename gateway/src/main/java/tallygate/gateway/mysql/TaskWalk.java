package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.desk.FoundTasks;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

/**
 * Walks along an index from a cursor: by state, lane by lane, latest change first; or by arrival. A filter that is not in the index
 * drops rows on the way, so such a walk ends after a number of rows, few at first, and hands out a cursor to go on. Where a state
 * within a span of time is asked for, the shorter of both is walked, and the cursor says which.
 */
final class TaskWalk {
    private static final Comparator<TaskRow> LATEST_FIRST = Comparator.comparing(TaskRow::nextRetryTime)
            .thenComparingLong(task -> task.id().value())
            .reversed();
    private static final String ZERO = "1970-01-01 00:00:00.000";

    private final Session session;
    private final TaskSearch search;
    private final List<String> conditions = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    /** Of arrival; ids grow with time. */
    private final long from;

    private final long to;
    private final boolean isByStatus;

    TaskWalk(Session session, TaskSearch search) throws SQLException {
        this.session = session;
        this.search = search;
        TaskSearch.Filter filter = search.filter();
        this.from = search.span().from().map(TaskIds::firstOf).orElse(0L);
        this.to = search.span().to().map(TaskIds::firstOf).orElse(Long.MAX_VALUE);
        this.isByStatus = filter.status().isPresent()
                && (!hasSpan()
                        || (search.after().isPresent() ? isPlace(search.after().get()) : isShorterByStatus()));
        filter.endpoint().ifPresent(endpoint -> add(" AND t.endpoint = ?", endpoint));
        filter.provider().ifPresent(provider -> add(" AND t.provider = ?", provider));
        filter.error()
                .ifPresent(text -> add(
                        " AND t.last_error LIKE ?",
                        "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"));
        if (!isByStatus) {
            filter.route().ifPresent(route -> add(" AND t.route = ?", route));
            // As a sum, so that no index of states is taken for the primary key.
            filter.status().ifPresent(status -> add(DeskSql.IN_STATUS, (long) status.code()));
        } else if (hasSpan()) {
            add(DeskSql.IN_SPAN, from);
            values.add(to);
        }
    }

    /** What was done is most of the table. Of another state there may be more than came within the span, or fewer. */
    private boolean isShorterByStatus() throws SQLException {
        TaskStatus status = search.filter().status().orElseThrow();
        return status != TaskStatus.SUCCESS
                && estimate(session.prepare(DeskSql.ROWS_IN_STATUS).add(status.code()))
                        <= DeskSql.ENTRIES_OF_A_ROW
                                * estimate(session.prepare(DeskSql.ROWS_IN_SPAN)
                                        .add(from)
                                        .add(to));
    }

    private static long estimate(Params explain) throws SQLException {
        try (ResultSet plan = explain.query()) {
            return plan.next() ? plan.getLong("rows") : 0;
        }
    }

    private boolean hasSpan() {
        return !search.span().equals(TaskSearch.Span.EVER);
    }

    private void add(String condition, Object value) {
        conditions.add(condition);
        values.add(value);
    }

    /** A number that is bound as text would be compared as a fraction, and an id has more digits than that. */
    private void bind(Params params) throws SQLException {
        for (Object value : values) {
            if (value instanceof Long number) {
                params.add(number.longValue());
            } else {
                params.add(value.toString());
            }
        }
    }

    FoundTasks run() throws SQLException {
        int near = DeskSql.NEAR * search.limit();
        FoundTasks found = isByStatus ? byStatus(near, search.limit() + 1) : byArrival(near);
        if (!found.isBounded()) {
            return found;
        }
        return isByStatus ? byStatus(DeskSql.WALK_BY_STATUS, DeskSql.WALK_OF_LANE) : byArrival(DeskSql.WALK_BY_ARRIVAL);
    }

    /** A place in the order of a walk by state. */
    private record Place(String at, long id) {
        static Place of(Optional<String> cursor) {
            if (cursor.isEmpty()) {
                return new Place("9999-12-31 00:00:00.000", Long.MAX_VALUE);
            }
            int dash = cursor.get().indexOf('-');
            try {
                Instant at = Instant.ofEpochMilli(Long.parseLong(cursor.get().substring(0, Math.max(dash, 0))));
                return new Place(Params.text(at), Long.parseLong(cursor.get().substring(dash + 1)));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("no cursor of ours: " + cursor.get(), e);
            }
        }
    }

    private static boolean isPlace(String cursor) {
        return cursor.indexOf('-') > 0;
    }

    private static String cursor(Instant at, long id) {
        return at.toEpochMilli() + "-" + id;
    }

    /**
     * @param rows to look at, of all lanes together
     * @param ofLane but at least so many of each
     */
    private FoundTasks byStatus(int rows, int ofLane) throws SQLException {
        TaskStatus status = search.filter().status().orElseThrow();
        Place place = Place.of(search.after());
        List<Integer> lanes = lanes();
        List<TaskRow> found = new ArrayList<>();
        Optional<Instant> horizon = Optional.empty();
        int share = Math.max(ofLane, rows / lanes.size());
        for (int lane : lanes) {
            Optional<Instant> end =
                    search.filter().isPicky() || hasSpan() ? end(status, lane, place, share) : Optional.empty();
            if (end.isPresent() && horizon.map(end.get()::isAfter).orElse(true)) {
                horizon = end;
            }
            found.addAll(lane(status, lane, place, end.map(Params::text).orElse(ZERO)));
        }
        // Beyond the nearest end of any lane the order between lanes is not known yet.
        Optional<Instant> limit = horizon;
        found.removeIf(task -> limit.map(task.nextRetryTime()::isBefore).orElse(false));
        found.sort(LATEST_FIRST);
        return page(found, horizon.map(at -> cursor(at, 0)));
    }

    private FoundTasks page(List<TaskRow> found, Optional<String> end) {
        if (found.size() > search.limit()) {
            TaskRow last = found.get(search.limit() - 1);
            String next = isByStatus
                    ? cursor(last.nextRetryTime(), last.id().value())
                    : last.id().toString();
            return new FoundTasks(found.subList(0, search.limit()), Optional.of(next), false);
        }
        return new FoundTasks(found, end, end.isPresent());
    }

    private List<Integer> lanes() throws SQLException {
        List<Integer> lanes = new ArrayList<>();
        for (Lanes.Lane lane : Lanes.all(session)) {
            if (search.filter().route().map(lane.route()::equals).orElse(true)) {
                lanes.add(lane.number());
            }
        }
        if (search.filter().route().isEmpty() || lanes.isEmpty()) {
            lanes.add(0);
            lanes.add(Lanes.OTHER);
        }
        return lanes;
    }

    private Optional<Instant> end(TaskStatus status, int lane, Place place, int rows) throws SQLException {
        Params params = session.prepare(DeskSql.END_BY_STATUS)
                .add(status.code())
                .add(lane)
                .add(place.at())
                .add(place.at())
                .add(place.id())
                .add(rows);
        try (ResultSet row = params.query()) {
            return row.next() ? Optional.of(Params.instant(row, 1)) : Optional.empty();
        }
    }

    private List<TaskRow> lane(TaskStatus status, int lane, Place place, String end) throws SQLException {
        Params params = session.prepare(AdminSql.tasks(DeskSql.BY_STATUS.formatted(String.join("", conditions))))
                .add(status.code())
                .add(lane)
                .add(place.at())
                .add(place.at())
                .add(place.id())
                .add(end);
        bind(params);
        return TaskRows.read(params.add(search.limit() + 1));
    }

    private FoundTasks byArrival(int rows) throws SQLException {
        long before = Math.min(search.after().map(TaskWalk::number).orElse(Long.MAX_VALUE), to);
        Optional<Long> end = values.isEmpty() ? Optional.empty() : endByArrival(before, rows);
        Params params = session.prepare(AdminSql.tasks(DeskSql.BY_ARRIVAL.formatted(String.join("", conditions))))
                .add(before)
                .add(end.orElse(from));
        bind(params);
        List<TaskRow> found = TaskRows.read(params.add(search.limit() + 1));
        return page(found, end.map(id -> Long.toString(id)));
    }

    private Optional<Long> endByArrival(long before, int rows) throws SQLException {
        Params params =
                session.prepare(DeskSql.END_BY_ARRIVAL).add(before).add(from).add(rows);
        try (ResultSet row = params.query()) {
            return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
        }
    }

    private static long number(String cursor) {
        try {
            return new TaskId(Long.parseLong(cursor)).value();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no cursor of ours: " + cursor, e);
        }
    }
}
