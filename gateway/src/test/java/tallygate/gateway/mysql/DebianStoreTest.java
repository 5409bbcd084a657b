package tallygate.gateway.mysql;

/** The contract on Debian's MariaDB as it comes, its version not faked. */
class DebianStoreTest extends RealStore {
    DebianStoreTest() {
        super(TestDatabases::debian, "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
    }
}
