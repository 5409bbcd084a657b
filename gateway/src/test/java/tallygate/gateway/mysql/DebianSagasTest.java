package tallygate.gateway.mysql;

/** The saga contract on Debian's MariaDB as it comes, its version not faked. */
class DebianSagasTest extends RealSagaStore {
    DebianSagasTest() {
        super(TestDatabases::debian, "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
    }
}
