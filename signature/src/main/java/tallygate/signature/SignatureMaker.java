package tallygate.signature;

/** Signs as a provider would, with one private key. */
@FunctionalInterface
public interface SignatureMaker {
    byte[] sign(byte[] message);
}
