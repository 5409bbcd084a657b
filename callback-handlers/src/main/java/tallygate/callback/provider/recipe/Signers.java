package tallygate.callback.provider.recipe;

/**
 * Who signs made callbacks.
 *
 * @param forger holds a key that the endpoint does not
 * @param keyId the owner's key, by the id under which the endpoint holds it
 */
record Signers(Signer owner, Signer forger, String keyId) {}
