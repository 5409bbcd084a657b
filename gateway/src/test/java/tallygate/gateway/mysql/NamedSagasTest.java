package tallygate.gateway.mysql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.saga.SagaRig;
import tallygate.gateway.saga.SagaStoreContract;

/** The saga contract on the server of -Dtallygate.test.jdbc-url. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NamedSagasTest implements SagaStoreContract {
    private Optional<RealRig> rig = Optional.empty();

    @BeforeAll
    void open() {
        rig = TestDatabases.named().map(RealRig::new);
        assumeTrue(rig.isPresent(), "no server is named by -Dtallygate.test.jdbc-url");
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
