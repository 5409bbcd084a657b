package tallygate.oracles;

import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** RSA keys made for one test run. */
final class Keys {
    private static final int BITS = 2048;

    private Keys() {}

    static KeyPair rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String line(Key key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }
}
