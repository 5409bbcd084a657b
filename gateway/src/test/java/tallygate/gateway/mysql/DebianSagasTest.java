package tallygate.gateway.mysql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.saga.SagaRig;
import tallygate.gateway.saga.SagaStoreContract;

/** The saga contract on Debian's MariaDB as it comes, its version not faked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DebianSagasTest implements SagaStoreContract {
    private Optional<RealRig> rig = Optional.empty();

    @BeforeAll
    void open() {
        rig = TestDatabases.debian().map(RealRig::new);
        assumeTrue(rig.isPresent(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
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
