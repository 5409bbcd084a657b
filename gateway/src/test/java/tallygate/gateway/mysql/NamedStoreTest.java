package tallygate.gateway.mysql;

/** The contract on the server of -Dtallygate.test.jdbc-url. */
class NamedStoreTest extends RealStore {
    NamedStoreTest() {
        super(TestDatabases::named, "no server is named by -Dtallygate.test.jdbc-url");
    }
}
