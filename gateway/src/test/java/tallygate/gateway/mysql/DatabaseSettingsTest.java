package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tallygate.gateway.mysql.DatabaseSettings.Timeouts;

class DatabaseSettingsTest {
    private static final Duration THREE = Duration.ofSeconds(3);

    private static Connector connector(Timeouts timeouts) {
        return new Connector(new DatabaseSettings("jdbc:mysql://db/tallygate", "t", "p", timeouts, 2));
    }

    @Test
    void aConnectionIsWaitedForAsLongAsConfiguredButNeverLongerThanForAnAnswer() {
        Connector patient = connector(new Timeouts(THREE, Duration.ofSeconds(9), Duration.ofSeconds(60)));
        assertThat(patient.properties(Duration.ofSeconds(60)).getProperty("connectTimeout"))
                .isEqualTo("9000");
        assertThat(patient.properties(Duration.ofSeconds(60)).getProperty("socketTimeout"))
                .isEqualTo("60000");
        assertThat(patient.properties(Duration.ofSeconds(2)).getProperty("connectTimeout"))
                .isEqualTo("2000");
    }

    @Test
    void aWriterGivesUpBeforeTheProviderDoes() {
        var settings = new DatabaseSettings("jdbc:mysql://db/tallygate", "t", "p", Timeouts.within(THREE), 2);
        assertThat(settings.writerTimeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void timeoutsThatCannotWorkAreRefused() {
        assertThatThrownBy(() -> Timeouts.within(Duration.ofMillis(299))).hasMessageContaining("at least 300 ms");
        assertThatThrownBy(() -> new Timeouts(THREE, Duration.ZERO, THREE))
                .hasMessageContaining("at least a millisecond");
    }
}
