package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.SignatureMaker;

/** Signs as a provider would, with one key. */
interface Signer {
    byte[] sign(Algorithm algorithm, byte[][] content);

    /** The text of the key, for contents that hold it. */
    String secret();

    /** With a secret that also checks: HMACs, digests and tokens. */
    static Signer symmetric(String secret, SecretDecoding decoding) {
        byte[] key = decoding.decode(secret).orElse(secret.getBytes(StandardCharsets.UTF_8));
        return new Signer() {
            @Override
            public byte[] sign(Algorithm algorithm, byte[][] content) {
                return switch (algorithm) {
                    case Algorithm.Keyed keyed -> keyed.hash().keyed(key).of(content);
                    case Algorithm.Plain plain -> plain.hash().of(content);
                    case Algorithm.Equal _ -> Template.joined(java.util.List.of(content));
                    case Algorithm.Public _ -> throw new IllegalStateException("a public-key scheme has no secret");
                };
            }

            @Override
            public String secret() {
                return secret;
            }
        };
    }

    /** With the private half of a test key. */
    static Signer asymmetric(SignatureMaker maker) {
        return new Signer() {
            @Override
            public byte[] sign(Algorithm algorithm, byte[][] content) {
                return maker.sign(Template.joined(java.util.List.of(content)));
            }

            @Override
            public String secret() {
                return "";
            }
        };
    }

    /** The signature text of a request whose signature is still a placeholder. */
    default String text(Mode mode, Scope scope) throws UnreadableException {
        scope.secret(secret());
        Algorithm algorithm = mode.algorithm().of(scope).orElse(mode.algorithm().usual());
        return mode.text().encode(sign(algorithm, mode.contents().getFirst().render(scope)));
    }
}
