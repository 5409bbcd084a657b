package tallygate.gateway.mysql;

import java.util.Optional;

/** The contract on the server that comes with the gateway. */
class EmbeddedStoreTest extends RealStore {
    EmbeddedStoreTest() {
        super(() -> Optional.of(TestDatabases.embedded()), "it always is");
    }
}
