package tallygate.gateway.admin.console;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import tallygate.gateway.desk.FoundTasks;
import tallygate.gateway.task.Masking;
import tallygate.gateway.task.TaskRow;

/**
 * Tasks as CSV (RFC 4180) for spreadsheets, page by page: with a byte order mark, amounts in minor units, and no cell that a
 * spreadsheet would run as a formula. At most a million rows.
 */
final class TaskExport implements Iterator<byte[]> {
    private static final int ROWS_MAX = 1_000_000;
    private static final String HEAD =
            "\uFEFFtask,status,endpoint,provider,route,biz_id,event_id,event_type,provider_txn_id,"
                    + "amount_minor,currency,attempts,created_at,next_at,last_error\r\n";

    private final Function<Optional<String>, FoundTasks> pages;
    private Optional<String> after = Optional.empty();
    private boolean isEnded;
    private boolean isBegun;
    private int rows;

    TaskExport(Function<Optional<String>, FoundTasks> pages) {
        this.pages = pages;
    }

    @Override
    public boolean hasNext() {
        return !isEnded;
    }

    @Override
    public byte[] next() {
        if (isEnded) {
            throw new NoSuchElementException("the export has ended");
        }
        FoundTasks page = pages.apply(after);
        StringBuilder text = new StringBuilder(isBegun ? "" : HEAD);
        page.tasks().forEach(task -> line(text, task));
        isBegun = true;
        rows += page.tasks().size();
        after = page.next();
        isEnded = after.isEmpty() || rows >= ROWS_MAX;
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void line(StringBuilder text, TaskRow task) {
        String amount = task.amountMinor().isPresent()
                ? Long.toString(task.amountMinor().getAsLong())
                : "";
        String[] cells = {
            task.id().toString(),
            task.status().name().toLowerCase(java.util.Locale.ROOT),
            task.endpoint(),
            task.provider(),
            task.route(),
            task.bizId(),
            task.eventId(),
            task.eventType(),
            task.providerTxnId(),
            amount,
            task.currency(),
            Integer.toString(task.attempts()),
            task.createdAt().toString(),
            task.nextRetryTime().toString(),
            Masking.text(task.lastError())
        };
        for (int i = 0; i < cells.length; i++) {
            text.append(i == 0 ? "" : ",").append(i == 9 ? cells[i] : cell(cells[i]));
        }
        text.append("\r\n");
    }

    /** Quoted where needed; what begins like a formula gets an apostrophe (OWASP CSV injection). */
    static String cell(String value) {
        boolean isFormula = !value.isEmpty() && "=+-@\t\r".indexOf(value.charAt(0)) >= 0;
        String safe = isFormula ? "'" + value : value;
        boolean isPlain = safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
    }
}
