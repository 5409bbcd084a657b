package tallygate.gateway.mysql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;
import tallygate.gateway.saga.SagaRig;
import tallygate.gateway.saga.SagaStoreContract;

/** The saga contract on one kind of server; where it is not to be had, its tests are skipped with the reason. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RealSagaStore implements SagaStoreContract {
    private final Supplier<Optional<TestDatabase>> database;
    private final String missing;
    private Optional<RealRig> rig = Optional.empty();

    RealSagaStore(Supplier<Optional<TestDatabase>> database, String missing) {
        this.database = database;
        this.missing = missing;
    }

    @BeforeAll
    void open() {
        rig = database.get().map(RealRig::new);
        assumeTrue(rig.isPresent(), missing);
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
