package tallygate.loadtest.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BooksTest {
    @ParameterizedTest
    @CsvSource({
        "200, ACCEPTED", "204, ACCEPTED", "299, ACCEPTED", "301, FAILED", "400, REFUSED", "401, REFUSED",
                "404, REFUSED",
        "408, REFUSED", "429, BUSY", "500, FAILED", "502, FAILED", "503, BUSY", "0, FAILED", "100, FAILED"
    })
    void eachStatusHasOneColumn(int status, Books.Column column) {
        assertThat(Books.Column.of(status)).isEqualTo(column);
    }

    @Test
    void booksThatDoNotBalanceCannotBeMade() {
        assertThat(new Books(10, 4, 3, 2, 1).sent()).isEqualTo(10);
        assertThatThrownBy(() -> new Books(11, 4, 3, 2, 1)).hasMessageContaining("sent=11");
    }

    @Test
    void aMessageThatWasSentAndNeverBookedIsNoticed() {
        var ledger = new Ledger(0, Traffic.NOTHING);
        ledger.sent();
        assertThatThrownBy(ledger::books).hasMessageContaining("do not balance");
    }

    @Test
    void everyAnswerIsInTheBooksAndOnlyTheWindowsInRateAndLatency() {
        var ledger = new Ledger(1_000_000, 2_000_000);
        answer(ledger, 0, 200, 900_000, 999_999);
        answer(ledger, 1, 200, 900_000, 1_000_000);
        answer(ledger, 2, 401, 900_000, 1_500_000);
        answer(ledger, 3, 503, 1_000_000, 1_999_999);
        answer(ledger, 4, 0, 1_000_000, 1_999_999);
        answer(ledger, 5, 200, 1_000_000, 2_000_000);
        assertThat(ledger.books()).isEqualTo(new Books(6, 3, 1, 1, 1));
        assertThat(ledger.statuses()).isEqualTo(Map.of(0, 1L, 200, 3L, 401, 1L, 503, 1L));
        assertThat(ledger.acceptedInWindow()).isEqualTo(1);
        assertThat(ledger.answeredInWindow()).isEqualTo(4);
        assertThat(ledger.latency().getTotalCount()).isEqualTo(1);
        assertThat(ledger.latency().getMaxValue()).isEqualTo(100);
        assertThat(ledger.refusalLatency().getTotalCount()).isEqualTo(2);
        assertThat(ledger.accepted().stream()).containsExactly(0, 1, 5);
    }

    @Test
    void ledgersOfSeveralLoopsAddUp() {
        var first = new Ledger(0, Traffic.NOTHING);
        var second = new Ledger(0, Traffic.NOTHING);
        answer(first, 0, 200, 0, 5_000);
        answer(second, 1, 200, 0, 9_000);
        answer(second, 2, 503, 0, 9_000);
        second.connectFailed();
        first.add(second);
        assertThat(first.books()).isEqualTo(new Books(3, 2, 0, 1, 0));
        assertThat(first.latency().getMaxValue()).isEqualTo(9);
        assertThat(first.accepted().stream()).containsExactly(0, 1);
        assertThat(first.connectFailures()).isEqualTo(1);
    }

    private static void answer(Ledger ledger, int message, int status, long since, long now) {
        ledger.sent();
        ledger.answered(message, status, since, now);
    }
}
