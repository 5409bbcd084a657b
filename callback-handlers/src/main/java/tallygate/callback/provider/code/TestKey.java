package tallygate.callback.provider.code;

import tallygate.signature.SignatureMaker;

/**
 * A private key that the endpoint takes, for made callbacks.
 *
 * @param id of the configured public key that it pairs with
 */
record TestKey(String id, SignatureMaker maker) {}
