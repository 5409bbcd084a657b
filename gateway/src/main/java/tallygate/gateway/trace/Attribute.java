package tallygate.gateway.trace;

/** All that a span may say. Nothing of a payload, no order, no address, no key: what is not here cannot be exported. */
public enum Attribute {
    ENDPOINT("tallygate.endpoint"),
    PROVIDER("tallygate.provider"),
    ROUTE("tallygate.route"),
    TASK("tallygate.task.id"),
    ATTEMPT("tallygate.attempt"),
    /** How a try ended, or a callback was taken: a word of ours. */
    OUTCOME("tallygate.outcome"),
    SAGA("tallygate.saga.id"),
    SAGA_TYPE("tallygate.saga.type"),
    STEP("tallygate.saga.step"),
    DIRECTION("tallygate.saga.direction"),
    METHOD("http.request.method");

    private final String key;

    Attribute(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }
}
