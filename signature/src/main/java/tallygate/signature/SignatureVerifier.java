package tallygate.signature;

/** Checks signatures with one public key: made once, used by many threads, never throws for bad input. */
@FunctionalInterface
public interface SignatureVerifier {
    boolean verify(byte[] message, byte[] signature);
}
