package tallygate.config;

import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.BindAddress;
import tallygate.config.value.Cidr;

/** The listener that providers call. */
public record CallbacksConfig(
        BindAddress bind,
        Optional<TlsConfig> tls,
        ProxyProtocol proxyProtocol,
        List<Cidr> trustedProxies,
        LimitsConfig limits) {
    private static final Key<BindAddress> BIND = Key.of(
                    "bind",
                    Kinds.bind(),
                    "Address and port for callbacks; port 0 takes any free one.",
                    "接收回调的地址和端口；端口 0 表示任取空闲端口。")
            .or("0.0.0.0:8080")
            .atRestart()
            .ofNode();
    private static final Key<ProxyProtocol> PROXY_PROTOCOL = Key.of(
                    "proxy-protocol",
                    Kinds.choice(ProxyProtocol.class),
                    "Whether trusted proxies begin a connection with a PROXY protocol header (version 1 or 2).",
                    "受信任的代理是否在连接开头发送 PROXY 协议头（版本 1 或 2）。")
            .or("off");
    private static final Key<List<Cidr>> TRUSTED_PROXIES = Key.of(
                    "trusted-proxies",
                    Kinds.cidrs(),
                    "Addresses of the load balancers in front. Only they are believed in PROXY headers, X-Forwarded-*"
                            + " and Forwarded.",
                    "前置负载均衡的地址。只采信它们的 PROXY 头、X-Forwarded-* 和 Forwarded。")
            .or("[]");

    static final Group GROUP = Group.of(
                    "server.callbacks",
                    "The listener that providers call.",
                    "供支付平台调用的监听端口。",
                    BIND,
                    PROXY_PROTOCOL,
                    TRUSTED_PROXIES)
            .with(Group.Branch.one("tls", TlsConfig.LIVE.group()), Group.Branch.one("limits", LimitsConfig.GROUP));

    public CallbacksConfig {
        trustedProxies = List.copyOf(trustedProxies);
        new Rules()
                .must(
                        proxyProtocol == ProxyProtocol.OFF || !trustedProxies.isEmpty(),
                        "needs trusted-proxies: without any, nobody may send a PROXY header",
                        "proxy-protocol",
                        "trusted-proxies")
                .hold();
    }

    /** The defaults. */
    public static CallbacksConfig standard() {
        return Section.defaults(GROUP, CallbacksConfig::from);
    }

    static CallbacksConfig from(Section section) {
        BindAddress bind = section.value(BIND);
        Optional<TlsConfig> tls = section.optional("tls", TlsConfig.LIVE::read);
        ProxyProtocol proxyProtocol = section.value(PROXY_PROTOCOL);
        List<Cidr> trustedProxies = section.value(TRUSTED_PROXIES);
        LimitsConfig limits = section.one("limits", LimitsConfig::from);
        return section.make(
                () -> new CallbacksConfig(bind, tls, proxyProtocol, trustedProxies, limits), CallbacksConfig::standard);
    }
}
