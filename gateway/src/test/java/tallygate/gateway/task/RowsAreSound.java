package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** After each test of a store: what must hold of all its rows, whatever the test was about. */
public final class RowsAreSound implements AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isEmpty()) {
            check(((StoreContract) context.getRequiredTestInstance()).rig());
        }
    }

    /** @throws AssertionError naming the row */
    public static void check(StoreRig rig) {
        List<TaskRow> rows = rig.rows();
        rows.forEach(RowsAreSound::checkAlone);
        checkTogether(rows);
        Set<String> audited = rig.admin().auditLog(Long.MAX_VALUE, 10_000).stream()
                .map(AuditRow::objectId)
                .collect(Collectors.toSet());
        assertThat(rows.stream().filter(row -> row.status() == TaskStatus.COMPENSATED))
                .as("only people compensate, and the audit log knows of it")
                .allMatch(row -> audited.contains(row.id().toString()));
    }

    private static void checkAlone(TaskRow row) {
        boolean isLeased = row.status() == TaskStatus.PROCESSING;
        assertThat(row.leaseOwner() != 0)
                .as("%s: an owner while leased, none else", row)
                .isEqualTo(isLeased);
        assertThat(row.attempts()).as("%s: each start is a claim", row).isBetween(isLeased ? 1 : 0, row.leaseEpoch());
        assertThat(row.retryCount()).as("%s: only what started can fail", row).isBetween(0, row.attempts());
        assertThat(row.crashes()).as("%s: each crash is a lost lease", row).isBetween(0, row.leaseEpoch());
        assertThat(row.waitReason() == WaitReason.NONE || row.status() == TaskStatus.PENDING)
                .as("%s: only what is pending waits", row)
                .isTrue();
        assertThat(row.status() != TaskStatus.FAILED || !row.lastError().isEmpty())
                .as("%s: what failed says why", row)
                .isTrue();
        assertThat(row.updatedAt()).as("%s", row).isAfterOrEqualTo(row.createdAt());
        assertThat(row.nextRetryTime().truncatedTo(ChronoUnit.MILLIS))
                .as("%s: milliseconds", row)
                .isEqualTo(row.nextRetryTime());
    }

    private static void checkTogether(List<TaskRow> rows) {
        Map<TaskId, TaskRow> byId = rows.stream().collect(Collectors.toMap(TaskRow::id, Function.identity()));
        Set<DedupKey> keys = new HashSet<>();
        Set<String> effects = new HashSet<>();
        for (TaskRow row : rows) {
            assertThat(keys.add(new DedupKey(row.source(), row.eventId())))
                    .as("%s: one row an event", row)
                    .isTrue();
            if (row.effectOf().isPresent()) {
                TaskRow first = Optional.ofNullable(byId.get(row.effectOf().get()))
                        .orElseThrow(() -> new AssertionError(row + ": the task with its effect is gone"));
                assertThat(first.effectKey()).isEqualTo(row.effectKey());
                assertThat(first.effectOf())
                        .as("%s carries the effect out itself", first)
                        .isEmpty();
            } else if (!row.effectKey().isEmpty() && !row.lastError().startsWith("quarantined")) {
                assertThat(effects.add(row.effectKey()))
                        .as("%s: one row an effect", row)
                        .isTrue();
            }
        }
    }
}
