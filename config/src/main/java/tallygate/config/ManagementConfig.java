package tallygate.config;

import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.BindAddress;

/**
 * The listener for people and monitoring: console, API, metrics, probes.
 *
 * @param oidc empty: people sign in with local passwords only
 */
public record ManagementConfig(BindAddress bind, Optional<TlsConfig> tls, Optional<OidcConfig> oidc) {
    private static final Key<BindAddress> BIND = Key.of(
                    "bind",
                    Kinds.bind(),
                    "Address and port of console, API, /metrics, /livez and /readyz. Keep it away from the internet.",
                    "控制台、API、/metrics、/livez、/readyz 的地址和端口。不要暴露到公网。")
            .or("127.0.0.1:8081")
            .atRestart()
            .ofNode();

    static final Group GROUP = Group.of(
                    "server.management", "The listener for people and monitoring.", "供人和监控使用的监听端口。", BIND)
            .with(Group.Branch.one("tls", TlsConfig.AT_RESTART.group()), Group.Branch.one("oidc", OidcConfig.GROUP));

    /** The defaults. */
    public static ManagementConfig standard() {
        return Section.defaults(GROUP, ManagementConfig::from);
    }

    static ManagementConfig from(Section section) {
        BindAddress bind = section.value(BIND);
        Optional<TlsConfig> tls = section.optional("tls", TlsConfig.AT_RESTART::read);
        if (tls.isEmpty() && !bind.isLoopback()) {
            section.warning(
                    "bind",
                    "\"" + bind
                            + "\" is reachable from other machines without TLS: passwords and tokens would travel in"
                            + " clear; bind to 127.0.0.1 or write tls");
        }
        return new ManagementConfig(bind, tls, section.optional("oidc", OidcConfig::from));
    }
}
