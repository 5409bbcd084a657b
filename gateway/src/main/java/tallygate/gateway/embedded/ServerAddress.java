package tallygate.gateway.embedded;

/**
 * How to reach the running server: loopback only.
 *
 * @param database exists, empty at first
 */
public record ServerAddress(int port, String database, String user, String password) {
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public String toString() {
        return user + "@" + host() + ":" + port + "/" + database;
    }
}
