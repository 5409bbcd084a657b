package tallygate.gateway.command;

/**
 * How fast a part ran, and what each row or task cost in processor time.
 *
 * @param databaseMicros 0 when the database server runs elsewhere
 */
record BenchRate(
        long count, long perSecond, double gatewayMicros, double databaseMicros, double seconds, double othersCores) {

    static BenchRate of(long count, BenchCpu.Use use) {
        return new BenchRate(
                count,
                Math.round(count / use.seconds()),
                each(use.self(), count),
                each(use.database(), count),
                Math.round(use.seconds() * 100) / 100.0,
                use.othersCores());
    }

    private static double each(long micros, long count) {
        return count == 0 ? 0 : Math.round(10.0 * micros / count) / 10.0;
    }
}
