package tallygate.gateway.alert;

/** Where parts say what a person must know. Never blocks, never throws; may be called as often as the state is seen. */
public interface Alerts {
    /** A task of a route has failed and waits for a person. */
    String TASK_FAILED = "task-failed";

    /** Raises it, or notes that it still holds. */
    void raise(Alert alert);

    /** It holds no longer. Nothing happens when it was not raised. */
    void resolve(String kind, String subject);
}
