package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Cidr;
import tallygate.config.value.Size;

/**
 * An address that a provider calls.
 *
 * @param name the last part of {@code /callbacks/NAME}
 * @param account the scope of event ids
 * @param formerly accounts whose tasks this endpoint has taken over
 * @param path a second path, exactly as registered with the provider
 * @param credentials the provider's keys, judged by whoever knows the provider
 * @param allowFrom empty for everyone
 * @param clientNames empty: no certificate is asked for
 * @param replayWindow how old or early a signed time may be, when not as the provider's definition says
 * @param bodyBytesMax of one callback, when less than all endpoints may have
 */
public record EndpointConfig(
        String name,
        String provider,
        String account,
        List<String> formerly,
        Optional<String> path,
        String route,
        EndpointCredentials credentials,
        List<Cidr> allowFrom,
        List<String> clientNames,
        Optional<Duration> replayWindow,
        Optional<Size> bodyBytesMax) {
    private static final Key<String> NAME = Key.of(
            "name",
            Kinds.name(),
            "The endpoint's name; the provider calls /callbacks/NAME.",
            "端点名称；支付平台调用 /callbacks/名称。");
    private static final Key<String> PROVIDER = Key.of(
            "provider",
            Kinds.name(),
            "The provider's definition, as stripe, wechatpay-v3 or alipay. It decides which credential keys belong"
                    + " here.",
            "支付平台的定义，如 stripe、wechatpay-v3、alipay；由它决定需要哪些凭证键。");
    private static final Key<String> ACCOUNT = Key.of(
                    "account",
                    Kinds.name(),
                    "The scope of event ids: endpoints with one account see each other's duplicates. Do not change it"
                            + " while tasks are open; see formerly.",
                    "事件编号的去重范围：同一账户的端点彼此识别重复。有未完成任务时不要更改，参见 formerly。")
            .orAbsent("the endpoint's name", "端点名称");
    private static final Key<List<String>> FORMERLY = Key.of(
                    "formerly",
                    Kinds.list(Kinds.name(), 0, 20),
                    "Earlier accounts whose tasks and event ids this endpoint takes over.",
                    "由本端点接管其任务与事件编号的旧账户。")
            .or("[]");
    private static final Key<String> PATH = Key.of(
                    "path",
                    AliasPath.KIND,
                    "A second path that works too: keep a URL that is registered with the provider already.",
                    "同样有效的第二路径：保留已在支付平台登记的 URL。")
            .orAbsent("only /callbacks/NAME", "仅 /callbacks/名称");
    private static final Key<String> ROUTE = Key.of("route", Kinds.name(), "The route of its tasks.", "任务所走的路由。");
    private static final Key<List<Cidr>> ALLOW_FROM = Key.of(
                    "allow-from",
                    Kinds.cidrs(),
                    "Only these client addresses may call; anybody else gets 401. A second lock besides the signature.",
                    "只允许这些客户端地址调用，其余应答 401。签名之外的第二道锁。")
            .or("[]");
    private static final Key<List<String>> CLIENT_NAMES = Key.of(
                    "client-names",
                    Kinds.list(Kinds.line(255), 0, 100),
                    "Only clients whose TLS certificate carries one of these DNS names or URIs (without any, this"
                            + " common name) may call; anybody else gets 401. Needs tls.client-ca of the callback"
                            + " listener.",
                    "只允许 TLS 证书含有这些 DNS 名或 URI（两者皆无时为通用名）之一的客户端调用，其余应答 401。需要回调监听端口的 tls.client-ca。")
            .or("[]");
    private static final Key<Duration> REPLAY_WINDOW = Key.of(
                    "replay-window",
                    Kinds.duration("1s", "30d"),
                    "How old or early a signed time may be.",
                    "签名时间允许的最大偏差。")
            .orAbsent("as the provider's definition says", "按支付平台定义");

    private static final Key<Size> BODY_BYTES_MAX = Key.of(
                    "body-bytes-max",
                    Kinds.size("1KiB", "1GiB"),
                    "Body of one callback to this endpoint; a larger one gets 413 before it is read. Not above the"
                            + " limit of all endpoints.",
                    "发往本端点的单个回调的请求体上限，超出者在读取前应答 413。不得高于所有端点的总上限。")
            .orAbsent("server.callbacks.limits.body-bytes-max", "server.callbacks.limits.body-bytes-max");

    static final Group GROUP = Group.of(
                    "endpoints[]",
                    "An address that a provider calls. All other keys are credentials and options of its provider: a"
                            + " text, a list of texts (all valid at once, for rotation) or texts by key id.",
                    "供支付平台调用的地址。其余的键是该平台的凭证与选项：文本、文本列表（同时有效，便于轮换）或按密钥编号的文本。",
                    NAME,
                    PROVIDER,
                    ACCOUNT,
                    FORMERLY,
                    PATH,
                    ROUTE,
                    ALLOW_FROM,
                    CLIENT_NAMES,
                    REPLAY_WINDOW,
                    BODY_BYTES_MAX)
            .open();

    public EndpointConfig {
        formerly = List.copyOf(formerly);
        allowFrom = List.copyOf(allowFrom);
        clientNames = List.copyOf(clientNames);
        if (name.isEmpty() || provider.isEmpty() || account.isEmpty() || route.isEmpty()) {
            throw new IllegalArgumentException("an endpoint needs name, provider, account and route");
        }
    }

    static Optional<EndpointConfig> from(Section section) {
        Optional<String> name = section.required(NAME);
        Optional<String> provider = section.required(PROVIDER);
        Optional<String> route = section.required(ROUTE);
        String account = section.optional(ACCOUNT, () -> name.orElse("?"));
        List<String> formerly = section.value(FORMERLY);
        Optional<String> path = section.optional(PATH);
        EndpointCredentials credentials = new CredentialReader(section).read();
        List<Cidr> allowFrom = section.value(ALLOW_FROM);
        List<String> clientNames = section.value(CLIENT_NAMES);
        Optional<Duration> replayWindow = section.optional(REPLAY_WINDOW);
        Optional<Size> bodyBytesMax = section.optional(BODY_BYTES_MAX);
        if (name.isEmpty() || provider.isEmpty() || route.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new EndpointConfig(
                name.get(),
                provider.get(),
                account,
                formerly,
                path,
                route.get(),
                credentials,
                allowFrom,
                clientNames,
                replayWindow,
                bodyBytesMax));
    }
}
