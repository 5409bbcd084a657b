package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The database that is measured.
 *
 * @param pid the server's process, empty when it runs elsewhere: its processor time is then unknown
 */
record BenchDatabase(String url, String user, String password, OptionalLong pid) {
    /** The rows of a statement. */
    JsonNode query(BenchTools tools, String sql) throws InterruptedException {
        return tools.run(secrets(), List.of("query", "--url", url, "--user", user, "--sql", sql));
    }

    /** What the load tools get by their environment. */
    Map<String, String> secrets() {
        return Map.of("PASSWORD", password);
    }

    @Override
    public String toString() {
        return "BenchDatabase[url=" + url + ", user=" + user + ", pid=" + pid + "]";
    }
}
