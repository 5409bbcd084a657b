package tallygate.config;

import java.nio.file.Path;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Reload;
import tallygate.config.key.Section;

/**
 * The PEM files of a TLS listener. All of them could be read when the configuration was loaded.
 *
 * @param certificate the server's certificate, then its intermediate ones
 * @param key the unencrypted PKCS#8 private key
 * @param clientCa who may have issued the certificates of clients (mutual TLS)
 * @param clientAuth whether clients show one; more than none only with {@code clientCa}
 */
public record TlsConfig(Path certificate, Path key, Optional<Path> clientCa, ClientAuth clientAuth) {
    /** For a listener that takes new files over while it runs. */
    static final Keys LIVE = Keys.of(Reload.LIVE);

    /** For a listener that reads its files once. */
    static final Keys AT_RESTART = Keys.of(Reload.RESTART);

    /** The keys, for one of the two kinds of listener. */
    record Keys(Key<Path> certificate, Key<Path> key, Key<Path> clientCa, Key<ClientAuth> clientAuth, Group group) {
        static Keys of(Reload reload) {
            Key<Path> certificate = when(
                    reload,
                    Key.of(
                            "certificate",
                            Kinds.pemFile("CERTIFICATE"),
                            "PEM file with the server's certificate, then its intermediate ones. Relative paths begin"
                                    + " at the configuration file's folder.",
                            "PEM 文件，先服务器证书，后中间证书。相对路径以配置文件所在目录为起点。"));
            Key<Path> key = when(
                    reload,
                    Key.of(
                            "key",
                            Kinds.pemFile("PRIVATE KEY"),
                            "PEM file with the unencrypted private key in PKCS#8 form (BEGIN PRIVATE KEY).",
                            "PEM 文件，内含未加密的 PKCS#8 私钥（BEGIN PRIVATE KEY）。"));
            Key<Path> clientCa = when(
                    reload,
                    Key.of(
                                    "client-ca",
                                    Kinds.pemFile("CERTIFICATE"),
                                    "PEM file with the authorities whose clients are let in (mutual TLS).",
                                    "PEM 文件，内含允许接入的客户端证书的签发机构（双向 TLS）。")
                            .orAbsent("no client certificate is asked for", "不要求客户端证书"));
            Key<ClientAuth> clientAuth = when(
                    reload,
                    Key.of(
                                    "client-auth",
                                    Kinds.choice(ClientAuth.class),
                                    "Whether clients must show a certificate issued by client-ca. With optional,"
                                            + " endpoints may still ask for one by its name (client-names).",
                                    "客户端是否必须出示由 client-ca 签发的证书。取 optional 时，端点仍可按名称要求证书（client-names）。")
                            .orAbsent("required with client-ca, else none", "有 client-ca 时为 required，否则为 none"));
            return new Keys(
                    certificate, key, clientCa, clientAuth, group(reload, certificate, key, clientCa, clientAuth));
        }

        private static Group group(Reload reload, Key<?>... keys) {
            boolean isLive = reload == Reload.LIVE;
            return Group.of(
                    "tls",
                    "TLS of the listener; without it the listener speaks plain HTTP. "
                            + (isLive
                                    ? "The files are read again with every reload, also when only what they hold has"
                                            + " changed."
                                    : "The files are read at the start."),
                    "监听端口的 TLS；不写则为明文 HTTP。" + (isLive ? "每次重载都会重新读取文件，即使只有文件内容变化。" : "文件在启动时读取。"),
                    keys);
        }

        private static <T> Key<T> when(Reload reload, Key<T> key) {
            return reload == Reload.LIVE ? key : key.atRestart();
        }

        Optional<TlsConfig> read(Section section) {
            Optional<Path> chain = section.required(certificate);
            Optional<Path> secret = section.required(key);
            Optional<Path> clients = section.optional(clientCa);
            ClientAuth auth =
                    section.optional(clientAuth, () -> clients.isPresent() ? ClientAuth.REQUIRED : ClientAuth.NONE);
            if (auth != ClientAuth.NONE && clients.isEmpty()) {
                section.problem(
                        "client-auth", "asks for certificates and client-ca does not say whose; write client-ca");
            }
            return chain.flatMap(c -> secret.map(k -> new TlsConfig(c, k, clients, auth)));
        }
    }
}
