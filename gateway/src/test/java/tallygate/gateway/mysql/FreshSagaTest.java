package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.Snapshot;
import tallygate.gateway.saga.Started;

/** A node begins a saga with what it stored, without reading it again. */
class FreshSagaTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final RealRig rig = new RealRig(TestDatabases.embedded());

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 12, 255, 2_000})
    void aSagaThatWasJustStoredIsAsItWouldBeRead(int bizIdLength) {
        Snapshot begun = begin("\u8ba2".repeat(bizIdLength));
        Snapshot read = rig.stores().sagas().reread(begun.lease()).orElseThrow();
        assertThat(begun).usingRecursiveComparison().ignoringFields("age").isEqualTo(read);
        assertThat(begun.age()).isZero();
    }

    private Snapshot begin(String bizId) {
        var saga = new NewSaga(
                SagaId.derived("fresh", "one"),
                new NewSaga.Kind("fresh", 3),
                bizId,
                Definition.Lock.WAIT,
                "{\"event\":{}}".getBytes(StandardCharsets.UTF_8),
                Optional.of(new NewSaga.Holder(7, LEASE)));
        if (rig.stores().sagas().start(saga, Optional.empty()) instanceof Started.Fresh(Snapshot fresh)) {
            return fresh;
        }
        throw new AssertionError("not new");
    }
}
