package tallygate.gateway.mysql;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.saga.SagaRig;
import tallygate.gateway.saga.SagaStoreContract;

/** The saga contract on the server that comes with the gateway. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddedSagasTest implements SagaStoreContract {
    private Optional<RealRig> rig = Optional.empty();

    @BeforeAll
    void open() {
        rig = Optional.of(new RealRig(TestDatabases.embedded()));
    }

    @BeforeEach
    void empty() {
        new RealSagas(rig.orElseThrow()).empty();
    }

    @AfterAll
    void close() {
        rig.ifPresent(RealRig::close);
    }

    @Override
    public SagaRig rig() {
        return new RealSagas(rig.orElseThrow());
    }
}
