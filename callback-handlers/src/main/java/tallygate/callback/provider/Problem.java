package tallygate.callback.provider;

/**
 * Why an endpoint cannot be bound.
 *
 * @param key the configuration key, for example {@code secrets[0]}
 * @param message what was found, what is due; never a secret
 */
public record Problem(String key, String message) {
    @Override
    public String toString() {
        return key + ": " + message;
    }
}
