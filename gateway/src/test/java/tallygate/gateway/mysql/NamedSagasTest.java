package tallygate.gateway.mysql;

/** The saga contract on the server of -Dtallygate.test.jdbc-url. */
class NamedSagasTest extends RealSagaStore {
    NamedSagasTest() {
        super(TestDatabases::named, "no server is named by -Dtallygate.test.jdbc-url");
    }
}
