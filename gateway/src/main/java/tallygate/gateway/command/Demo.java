package tallygate.gateway.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * What {@code serve} runs without a configuration: three endpoints with keys of their own, made on the first start and kept
 * below the data directory.
 */
final class Demo {
    static final List<String> ENDPOINTS = List.of("demo-stripe", "demo-wechat", "demo-alipay");

    private static final int RSA_BITS = 2048;
    private static final String PRIVATE = "rw-------";

    private final Path folder;
    private final SecureRandom dice;

    /** @param dataDir where the keys and the written configuration are kept */
    Demo(Path dataDir, SecureRandom dice) {
        this.folder = dataDir.resolve("demo");
        this.dice = dice;
    }

    /** The demo's configuration file; made when it is not there. */
    Path file(int downstreamPort) throws IOException {
        return write(yaml(
                "{ kind: http, url: \"http://127.0.0.1:%d/payment-events\", timeout: 5s }".formatted(downstreamPort)));
    }

    /** The same with a saga for each callback, given the configuration's part about them. */
    Path sagaFile(String sagas) throws IOException {
        return write(yaml("{ kind: saga, saga: order-create }") + sagas);
    }

    private Path write(String yaml) throws IOException {
        Files.createDirectories(folder);
        secret("stripe.secret", "whsec_" + hex(24));
        secret("wechat.apiv3", hex(16));
        keyPair("wechat");
        keyPair("alipay");
        Path file = folder.resolve("tallygate.yaml");
        Files.writeString(file, yaml);
        return file;
    }

    private String hex(int bytes) {
        byte[] random = new byte[bytes];
        dice.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private void secret(String name, String value) throws IOException {
        Path file = folder.resolve(name);
        if (Files.exists(file)) {
            return;
        }
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        Files.writeString(file, value, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private void keyPair(String name) throws IOException {
        if (Files.exists(folder.resolve(name + ".key")) && Files.exists(folder.resolve(name + ".pub"))) {
            return;
        }
        KeyPair pair = newPair();
        Files.deleteIfExists(folder.resolve(name + ".key"));
        secret(name + ".key", pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        Files.writeString(
                folder.resolve(name + ".pub"),
                pem("PUBLIC KEY", pair.getPublic().getEncoded()));
    }

    private KeyPair newPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(RSA_BITS, dice);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new UncheckedIOException(new IOException("this Java has no RSA", e));
        }
    }

    private static String pem(String type, byte[] der) {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
    }

    private static String yaml(String handler) {
        return """
            # Written by each start of the demo; keys lie beside it. Copy it to begin a configuration of your own.
            endpoints:
              - name: demo-stripe
                provider: stripe
                secrets: ["${file:stripe.secret}"]
                route: demo
              - name: demo-wechat
                provider: wechatpay-v3
                api-v3-key: ${file:wechat.apiv3}
                public-keys: { PUB_KEY_ID_0000000000000000000000000001: "${file:wechat.pub}" }
                test-private-key: ${file:wechat.key}
                route: demo
              - name: demo-alipay
                provider: alipay
                public-key: ${file:alipay.pub}
                test-private-key: ${file:alipay.key}
                route: demo
            routes:
              demo:
                handler: %s
            """.formatted(handler);
    }
}
