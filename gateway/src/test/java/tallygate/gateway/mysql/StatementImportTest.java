package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.statement.BadStatementException;

/** Taking statement files on a real database. */
class StatementImportTest extends ReconcileRig {
    @Test
    void aFileThatWasTakenChangesNothingAndACorrectedOneCountsEachMovementOnce() throws Exception {
        List<String> first = List.of(paid("2026-05-02", "420001", "PG-1"));
        assertThat(take(DAY, first, ONE_PAID).rowsNew()).isEqualTo(1);
        StatementImport.Imported again = take(DAY, first, ONE_PAID);
        StatementImport.Imported corrected = take(
                DAY,
                List.of(first.getFirst(), paid("2026-05-02", "420002", "PG-2")),
                "2",
                "176.00",
                "0.00",
                "0.00",
                "0.12000",
                "176.00",
                "0.00");

        assertThat(again.wasKnown()).isTrue();
        assertThat(corrected.rowsNew()).isEqualTo(1);
        assertThat(corrected.rowsKnown()).isEqualTo(1);
        assertThat(rig().number("SELECT SUM(gross_minor) FROM statement_row")).isEqualTo(17_600);
    }

    @Test
    void aBadFileLeavesNothingBehind() {
        assertThatThrownBy(() ->
                        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), "2", "88.00", "0", "0", "0", "0", "0"))
                .isInstanceOf(BadStatementException.class);
        assertThat(rig().number("SELECT COUNT(*) FROM statement_file")).isZero();
        assertThat(rig().number("SELECT COUNT(*) FROM statement_row")).isZero();
    }

    @Test
    void anImportThatWasCutOffGoesOnBehindItsLastLine() throws Exception {
        List<String> rows = List.of(paid("2026-05-02", "420001", "PG-1"), paid("2026-05-02", "420002", "PG-2"));
        String[] sums = {"2", "176.00", "0.00", "0.00", "0.12000", "176.00", "0.00"};
        take(DAY, rows, sums);
        rig().execute("DELETE FROM statement_row WHERE line = 3");
        rig().execute("UPDATE statement_file SET status = 0, lines_done = 2, rows_new = 1");

        StatementImport.Imported resumed = take(DAY, rows, sums);

        assertThat(resumed.wasKnown()).isFalse();
        assertThat(resumed.rowsNew()).isEqualTo(2);
        assertThat(resumed.rowsKnown()).isZero();
        assertThat(rig().number("SELECT COUNT(*) FROM statement_row")).isEqualTo(2);
    }
}
