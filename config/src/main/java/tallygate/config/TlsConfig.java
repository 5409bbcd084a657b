package tallygate.config;

import java.nio.file.Path;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * The PEM files of a TLS listener. All of them could be read when the configuration was loaded.
 *
 * @param certificate the server's certificate, then its intermediate ones
 * @param key the unencrypted PKCS#8 private key
 * @param clientCa when given, a client needs a certificate issued by one of these (mutual TLS)
 */
public record TlsConfig(Path certificate, Path key, Optional<Path> clientCa) {
    private static final Key<Path> CERTIFICATE = Key.of(
                    "certificate",
                    Kinds.pemFile("CERTIFICATE"),
                    "PEM file with the server's certificate, then its intermediate ones. Relative paths begin at the"
                            + " configuration file's folder; the file is read again when it changes.",
                    "PEM 文件，先服务器证书，后中间证书。相对路径以配置文件所在目录为起点；文件变化时会重新读取。")
            .atRestart();
    private static final Key<Path> KEY = Key.of(
                    "key",
                    Kinds.pemFile("PRIVATE KEY"),
                    "PEM file with the unencrypted private key in PKCS#8 form (BEGIN PRIVATE KEY).",
                    "PEM 文件，内含未加密的 PKCS#8 私钥（BEGIN PRIVATE KEY）。")
            .atRestart();
    private static final Key<Path> CLIENT_CA = Key.of(
                    "client-ca",
                    Kinds.pemFile("CERTIFICATE"),
                    "PEM file with the authorities whose clients are let in (mutual TLS).",
                    "PEM 文件，内含允许接入的客户端证书的签发机构（双向 TLS）。")
            .orAbsent("no client certificate is asked for", "不要求客户端证书")
            .atRestart();

    static final Group GROUP = Group.of(
            "tls",
            "TLS of the listener; without it the listener speaks plain HTTP.",
            "监听端口的 TLS；不写则为明文 HTTP。",
            CERTIFICATE,
            KEY,
            CLIENT_CA);

    static Optional<TlsConfig> from(Section section) {
        Optional<Path> certificate = section.required(CERTIFICATE);
        Optional<Path> key = section.required(KEY);
        Optional<Path> clientCa = section.optional(CLIENT_CA);
        return certificate.flatMap(c -> key.map(k -> new TlsConfig(c, k, clientCa)));
    }
}
