package tallygate.gateway.identity.oidc;

/** Why an answer of the identity provider is not believed. Its text names the check, never a token. */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final String check;

    Refusal(String check, String why) {
        super(why);
        this.check = check;
    }

    /** A short word for logs and the page: {@code issuer}, {@code nonce}, {@code signature} … */
    public String check() {
        return check;
    }
}
