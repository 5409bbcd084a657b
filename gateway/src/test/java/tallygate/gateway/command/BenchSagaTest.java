package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tallygate.callback.participant.sample.GuardCost;
import tallygate.callback.participant.sample.SampleDatabase;
import tallygate.gateway.mysql.TestDatabases;

/** The bench's saga part in small: that it measures something, not how much. */
class BenchSagaTest {
    private final TestDatabases.TestDatabase database = TestDatabases.embedded();

    @Test
    void sagasAreCompletedAndCounted() throws Exception {
        database.open().close();
        var at = new BenchDatabase(
                database.settings().url(),
                database.settings().username(),
                database.settings().password(),
                OptionalLong.empty());
        try (BenchNode node = BenchNode.join(at)) {
            double perSecond = node.sagas().measure(4, Duration.ofSeconds(1), Duration.ofSeconds(2));
            assertThat(perSecond).isGreaterThan(5);
        }
    }

    @Test
    void theGuardCostsSomething() throws Exception {
        String url = database.settings().url();
        int cut = url.lastIndexOf('/') + 1;
        var schema = new SampleDatabase(
                url.substring(0, cut),
                database.settings().username(),
                database.settings().password(),
                url.substring(cut));
        assertThat(new GuardCost(schema, System::nanoTime).micros("t", 200)).isGreaterThan(0);
    }
}
