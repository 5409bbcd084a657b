package tallygate.baselines;

import java.util.Map;
import java.util.TreeMap;

/** {@code --name=value} arguments. */
record Arguments(Map<String, String> values) {
    /** What makes Connector/J spare the server parsing and round trips. */
    static final String DRIVER_SETTINGS = "useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSize=250"
            + "&prepStmtCacheSqlLimit=8192&useLocalSessionState=true&cacheServerConfiguration=true"
            + "&elideSetAutoCommits=true&maintainTimeStats=false&connectionTimeZone=UTC"
            + "&forceConnectionTimeZoneToSession=true";

    Arguments {
        values = Map.copyOf(values);
    }

    static Arguments of(String[] arguments) {
        var values = new TreeMap<String, String>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException("an argument is --name=value, got " + argument);
            }
            values.put(argument.substring(2, equals), argument.substring(equals + 1));
        }
        return new Arguments(values);
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("--" + name + "= is missing");
        }
        return value;
    }

    int number(String name) {
        return Integer.parseInt(text(name));
    }

    /** Of the database, by the environment: arguments are seen by everybody on the machine. */
    static String password() {
        return System.getenv().getOrDefault("TALLYGATE_BASELINE_PASSWORD", "");
    }
}
