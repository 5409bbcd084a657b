package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What the load driver saw of one run.
 *
 * @param micros processor time of the receiver for each accepted callback
 * @param problem why the run does not count; empty when it does
 */
record BenchDrive(
        int connections,
        long perSecond,
        double micros,
        double databaseMicros,
        double generatorMicros,
        long p50Micros,
        long p99Micros,
        double othersCores,
        String problem) {

    /**
     * Reads the driver's JSON.
     *
     * @param receiver the name that the measured process was watched by
     */
    static BenchDrive of(JsonNode printed, String receiver) {
        JsonNode window = printed.path("window");
        JsonNode each = window.path("microsPerAccepted");
        JsonNode latency = window.path("latencyMicros");
        return new BenchDrive(
                printed.path("connections").asInt(),
                Math.round(window.path("perSecond").asDouble()),
                each.path(receiver).asDouble(),
                each.path("database").asDouble(),
                each.path("generator").asDouble(),
                latency.path("p50").asLong(),
                latency.path("p99").asLong(),
                window.path("cpu").path("othersCores").asDouble(),
                problem(printed.path("whole")));
    }

    private static String problem(JsonNode whole) {
        JsonNode books = whole.path("books");
        if (books.path("sent").asLong() != books.path("accepted").asLong()) {
            return "not all callbacks were accepted: " + whole.path("statuses") + " (0: no answer)";
        }
        return whole.path("usedUp").asBoolean() ? "the feed of signed callbacks ended before the time did" : "";
    }
}
