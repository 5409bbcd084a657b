package tallygate.config;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/**
 * Signing in by an identity provider (OpenID Connect).
 *
 * @param redirectUri exactly as it is registered there
 * @param groupsClaim where the provider says which groups a person is in
 * @param nameClaim where it says what a person is called
 */
public record OidcConfig(
        URI issuer,
        String clientId,
        Optional<Secret> clientSecret,
        URI redirectUri,
        List<String> scopes,
        String groupsClaim,
        String nameClaim,
        Groups groups) {
    /** The path that the console answers at. */
    public static final String CALLBACK = "/login/oidc/callback";

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    /** Whose members have which role; the first that fits in the order admin, operator, finance, viewer. */
    public record Groups(List<String> admin, List<String> operator, List<String> finance, List<String> viewer) {
        public Groups {
            admin = List.copyOf(admin);
            operator = List.copyOf(operator);
            finance = List.copyOf(finance);
            viewer = List.copyOf(viewer);
        }

        boolean areNone() {
            return admin.isEmpty() && operator.isEmpty() && finance.isEmpty() && viewer.isEmpty();
        }
    }

    private static final Key<URI> ISSUER = Key.of(
                    "issuer",
                    Kinds.httpUrl(),
                    "The provider's issuer, letter for letter as it stands in its tokens. Its"
                            + " /.well-known/openid-configuration is read.",
                    "身份提供方的 issuer，须与其令牌中的值逐字一致。将读取其 /.well-known/openid-configuration。")
            .atRestart();
    private static final Key<String> CLIENT_ID = Key.of(
                    "client-id", Kinds.line(255), "What Tallygate is called at the provider.", "本系统在提供方登记的客户端编号。")
            .atRestart();
    private static final Key<Secret> CLIENT_SECRET = Key.of(
                    "client-secret", Kinds.secret(), "The client's secret there.", "客户端密钥。")
            .orAbsent("a public client: PKCE alone", "公共客户端，仅用 PKCE")
            .atRestart();
    private static final Key<URI> REDIRECT_URI = Key.of(
                    "redirect-uri",
                    Kinds.httpUrl(),
                    "The console's address with /login/oidc/callback, exactly as it is registered at the provider.",
                    "控制台地址加 /login/oidc/callback，与提供方登记的完全一致。")
            .atRestart();
    private static final Key<List<String>> SCOPES = Key.of(
                    "scopes", Kinds.list(Kinds.line(100), 1, 20), "What is asked for.", "请求的范围。")
            .or("[openid, profile, email]")
            .atRestart();
    private static final Key<String> GROUPS_CLAIM = Key.of(
                    "groups-claim", Kinds.line(100), "The claim that lists a person's groups.", "列出用户所属组的声明。")
            .or("groups")
            .atRestart();
    private static final Key<String> NAME_CLAIM = Key.of(
                    "name-claim",
                    Kinds.line(100),
                    "The claim that becomes the user's name when they first sign in; later changes do not rename them.",
                    "首次登录时用作用户名的声明；之后即使变化也不改名。")
            .or("preferred_username")
            .atRestart();
    private static final Key<List<String>> ADMINS = groups("admin");
    private static final Key<List<String>> OPERATORS = groups("operator");
    private static final Key<List<String>> FINANCE = groups("finance");
    private static final Key<List<String>> VIEWERS = groups("viewer");

    static final Group GROUP = Group.of(
            "server.management.oidc",
            "Signing in by an identity provider (OpenID Connect, authorization code with PKCE). Local users stay, as"
                    + " the way in when the provider is away.",
            "通过身份提供方登录（OpenID Connect，授权码加 PKCE）。本地用户保留，供提供方不可用时登录。",
            ISSUER,
            CLIENT_ID,
            CLIENT_SECRET,
            REDIRECT_URI,
            SCOPES,
            GROUPS_CLAIM,
            NAME_CLAIM,
            ADMINS,
            OPERATORS,
            FINANCE,
            VIEWERS);

    public OidcConfig {
        scopes = List.copyOf(scopes);
    }

    private static Key<List<String>> groups(String role) {
        return Key.of(
                        role + "-groups",
                        Kinds.list(Kinds.line(255), 0, 100),
                        "Groups whose members are " + role + ". Compared letter for letter; who is in no listed group"
                                + " is not let in.",
                        "成员角色为 " + role + " 的组，逐字比较；不属于任何所列组的人无法登录。")
                .or("[]")
                .atRestart();
    }

    static Optional<OidcConfig> from(Section section) {
        Optional<URI> issuer = section.required(ISSUER);
        Optional<String> client = section.required(CLIENT_ID);
        Optional<Secret> secret = section.optional(CLIENT_SECRET);
        Optional<URI> redirect = section.required(REDIRECT_URI);
        List<String> scopes = section.value(SCOPES);
        String groupsClaim = section.value(GROUPS_CLAIM);
        String nameClaim = section.value(NAME_CLAIM);
        Groups groups = new Groups(
                section.value(ADMINS), section.value(OPERATORS), section.value(FINANCE), section.value(VIEWERS));
        issuer.filter(url -> !isSafe(url)).ifPresent(_ -> plain(section, "issuer"));
        redirect.filter(url -> !isSafe(url)).ifPresent(_ -> plain(section, "redirect-uri"));
        redirect.filter(url -> !CALLBACK.equals(url.getRawPath()) || url.getRawQuery() != null)
                .ifPresent(url -> section.problem("redirect-uri", "\"" + url + "\" must end in " + CALLBACK));
        if (!scopes.contains("openid")) {
            section.problem("scopes", scopes + " must hold openid: without it no identity comes back");
        }
        if (groups.areNone() && section.reading().problems().isEmpty()) {
            section.problem(
                    "viewer-groups",
                    "no group has a role, so nobody could sign in; name groups in admin-groups, operator-groups,"
                            + " finance-groups or viewer-groups");
        }
        return issuer.flatMap(i -> client.flatMap(
                c -> redirect.map(r -> new OidcConfig(i, c, secret, r, scopes, groupsClaim, nameClaim, groups))));
    }

    private static void plain(Section section, String key) {
        section.problem(key, "must begin with https://; plain http is for this machine's own address only");
    }

    private static boolean isSafe(URI url) {
        return "https".equals(url.getScheme()) || LOOPBACK.contains(url.getHost());
    }
}
