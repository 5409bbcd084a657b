package tallygate.config;

import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.Secret;

/**
 * Where people are told.
 *
 * @param url of the robot, the webhook or the mail server; it holds a token or a password
 * @param secret signs messages where the service asks for it
 * @param from sender of mails, to: their readers
 */
public record AlertChannelConfig(
        String name,
        Kind kind,
        Secret url,
        Optional<Secret> secret,
        Severity severity,
        Optional<String> from,
        List<String> to) {
    /** Which service. */
    public enum Kind {
        WEBHOOK,
        SLACK,
        DINGTALK,
        FEISHU,
        WECOM,
        EMAIL
    }

    /** Alerts below it are not told here. */
    public enum Severity {
        NOTICE,
        WARNING,
        CRITICAL
    }

    private static final Key<String> NAME =
            Key.of("name", Kinds.name(), "The channel's name in logs, metrics and the console.", "通道在日志、指标和控制台中的名称。");
    private static final Key<Kind> KIND = Key.of(
            "kind",
            Kinds.choice(Kind.class),
            "webhook: our JSON, signed with secret; slack, dingtalk, feishu, wecom: a robot; email: SMTP.",
            "webhook：我们的 JSON，可用 secret 签名；slack、dingtalk、feishu、wecom：群机器人；email：SMTP 邮件。");
    private static final Key<Secret> URL = Key.of(
            "url",
            BrokerUrl.kind(List.of("https", "http", "smtp", "smtps")),
            "The robot's or webhook's URL, or smtp://USER:PASSWORD@HOST:587, smtps://…:465.",
            "机器人或 webhook 的 URL；邮件写 smtp://用户:密码@主机:587 或 smtps://…:465。");
    private static final Key<Secret> SECRET = Key.of(
                    "secret",
                    Kinds.secret(),
                    "Signs messages: DingTalk and Feishu robots with signing on, webhooks with whsec_….",
                    "用于签名：启用加签的钉钉、飞书机器人；webhook 用 whsec_…。")
            .orAbsent("messages are unsigned", "不签名");
    private static final Key<Severity> SEVERITY = Key.of(
                    "severity",
                    Kinds.choice(Severity.class),
                    "The least urgent alerts that are told here.",
                    "送达此通道的最低级别。")
            .or("warning");
    private static final Key<String> FROM = Key.of("from", Kinds.line(200), "Sender of mails.", "邮件发件人。")
            .orAbsent("needed for email only", "仅 email 需要");
    private static final Key<List<String>> TO = Key.of(
                    "to", Kinds.list(Kinds.line(200), 1, 50), "Readers of mails.", "邮件收件人。")
            .orAbsent("needed for email only", "仅 email 需要");

    static final Group GROUP = Group.of(
            "alerts.channels[]", "Where people are told.", "告警送达何处。", NAME, KIND, URL, SECRET, SEVERITY, FROM, TO);

    public AlertChannelConfig {
        to = List.copyOf(to);
        boolean isMail = kind == Kind.EMAIL;
        new Rules()
                .must(
                        isMail == url.reveal().startsWith("smtp"),
                        isMail ? "must begin with smtp:// or smtps:// for kind email" : "must begin with https://",
                        "url",
                        "kind")
                .must(
                        !isMail || (from.isPresent() && !to.isEmpty()),
                        "kind email needs from and to",
                        "kind",
                        "from",
                        "to")
                .hold();
    }

    static Optional<AlertChannelConfig> from(Section section) {
        Optional<String> name = section.required(NAME);
        Optional<Kind> kind = section.required(KIND);
        Optional<Secret> url = section.required(URL);
        Optional<Secret> secret = section.optional(SECRET);
        Severity severity = section.value(SEVERITY);
        Optional<String> from = section.optional(FROM);
        List<String> to = section.optional(TO).orElse(List.of());
        return section.make(
                () -> name.flatMap(n ->
                        kind.flatMap(k -> url.map(u -> new AlertChannelConfig(n, k, u, secret, severity, from, to)))),
                Optional::empty);
    }
}
