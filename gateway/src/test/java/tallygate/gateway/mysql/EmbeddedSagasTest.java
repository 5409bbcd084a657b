package tallygate.gateway.mysql;

import java.util.Optional;

/** The saga contract on the server that comes with the gateway. */
class EmbeddedSagasTest extends RealSagaStore {
    EmbeddedSagasTest() {
        super(() -> Optional.of(TestDatabases.embedded()), "it always is");
    }
}
