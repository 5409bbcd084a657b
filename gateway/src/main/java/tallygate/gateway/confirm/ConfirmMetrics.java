package tallygate.gateway.confirm;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What became of hints. */
record ConfirmMetrics(MeterRegistry registry) {
    enum Result {
        /** The provider's answer is committed as events, new or known. */
        CONFIRMED("confirmed"),
        /** Answered by the question of another hint. */
        SHARED("shared"),
        /** The provider knows no such thing: forged, or of another account. */
        UNKNOWN_ID("unknown-id"),
        /** There is nothing in it to ask by. */
        NOT_ASKABLE("not-askable"),
        /** Asked without an answer that counts; tried again. */
        NO_ANSWER("no-answer");

        private final String code;

        Result(String code) {
            this.code = code;
        }
    }

    void count(String endpoint, Result result) {
        Counter.builder("tallygate.confirmations")
                .description("Questions to providers about unsigned notices, by what they came to.")
                .tag("endpoint", endpoint)
                .tag("result", result.code)
                .register(registry)
                .increment();
    }
}
