package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.query.ApiQueries;

/** A provider's page, from its definition: what to enter where, what is checked, what is answered, how it was proven. */
record PageText(Language language, ProviderNotes notes) {
    /** The languages of the documentation. */
    enum Language {
        EN,
        ZH;

        String folder() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    String of(ProviderDefinition definition) {
        StringBuilder out = new StringBuilder("# " + definition.title() + " (`" + definition.name() + "`)\n\n");
        out.append(say(
                "This page is made from the provider's definition; change the definition, not the page.",
                "本页由该渠道的定义生成；请修改定义，不要修改本页。"));
        out.append("\n\n");
        dashboard(out);
        keys(out, definition);
        if (definition instanceof RecipeDefinition recipe) {
            checks(out, recipe.recipe());
            events(out, recipe.recipe());
            answers(out, recipe.recipe());
        } else {
            written(out);
        }
        retries(out);
        proof(out);
        return out.toString();
    }

    private String say(String english, String chinese) {
        return language == Language.EN ? english : chinese;
    }

    private void heading(StringBuilder out, String english, String chinese) {
        out.append("## ").append(say(english, chinese)).append("\n\n");
    }

    private void address(StringBuilder out) {
        heading(out, "In the provider's dashboard", "在渠道后台");
        out.append(say(
                        "Enter `https://YOUR-HOST/callbacks/ENDPOINT`, with the name of the endpoint from your"
                                + " configuration.",
                        "填写 `https://YOUR-HOST/callbacks/ENDPOINT`，其中 ENDPOINT 为配置中的端点名称。"))
                .append("\n\n");
    }

    private void dashboard(StringBuilder out) {
        address(out);
        out.append(text("dashboard")).append("\n\n");
    }

    private String text(String what) {
        return notes.text(what, language.folder());
    }

    /** The sections that a provider in code has in words. */
    private void written(StringBuilder out) {
        heading(out, "What is checked", "校验内容");
        out.append(capital(text("checked"))).append("\n\n");
        heading(out, "Events", "事件");
        out.append(capital(text("events"))).append(say(".\n\n", "。\n\n"));
        heading(out, "What is answered", "应答");
        out.append(capital(text("answered"))).append(say(".\n\n", "。\n\n"));
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private void keys(StringBuilder out, ProviderDefinition definition) {
        heading(out, "Keys of the endpoint", "端点的配置项");
        List<CredentialKey> all = new ArrayList<>(definition.keys());
        ApiQueries.keys(definition.name()).stream()
                .filter(key -> all.stream().noneMatch(known -> known.name().equals(key.name())))
                .forEach(all::add);
        if (all.isEmpty()) {
            out.append(say("None.", "无。")).append("\n\n");
            return;
        }
        out.append(say("| key | takes | required | what it is |\n", "| 配置项 | 取值 | 必填 | 说明 |\n"))
                .append("| --- | --- | --- | --- |\n");
        for (CredentialKey key : all) {
            out.append("| `")
                    .append(key.name())
                    .append("` | ")
                    .append(kind(key.kind()))
                    .append(" | ")
                    .append(key.isRequired() ? say("yes", "是") : say("no", "否"))
                    .append(" | ")
                    .append(meaning(key))
                    .append(" |\n");
        }
        out.append('\n');
    }

    private String meaning(CredentialKey key) {
        String chinese = notes.page().getOrDefault("key-" + key.name() + "-zh", "");
        return language == Language.EN ? key.meaning() : chinese;
    }

    private String kind(CredentialKey.Kind kind) {
        return switch (kind) {
            case PLAIN -> say("a text", "文本");
            case SECRET -> say("a secret", "一个密钥");
            case SECRETS, SECRETS_MAYBE_EMPTY -> say("a list of secrets, all valid at once", "密钥列表，同时有效");
            case SECRETS_BY_ID -> say("secrets by key id", "按 key id 的密钥");
            case PUBLIC_KEY -> say("a public key", "公钥");
            case PUBLIC_KEYS_BY_ID -> say("public keys by key id", "按 key id 的公钥");
            case CERTIFICATE -> say("a certificate", "证书");
            case CERTIFICATES_BY_ID -> say("certificates by serial", "按序列号的证书");
            case TEST_PRIVATE_KEY -> say("a private key, for tests only", "私钥，仅用于测试");
        };
    }

    private void checks(StringBuilder out, Recipe recipe) {
        heading(out, "What is checked", "校验内容");
        for (Mode mode : recipe.modes()) {
            out.append("- ")
                    .append(mode.name())
                    .append(say(": signed is ", "：被签名的内容为 "))
                    .append(mode.contents().stream()
                            .map(content -> code(content.written()))
                            .collect(Collectors.joining(say(", or ", "，或 "))))
                    .append(say("; algorithm ", "；算法 "))
                    .append(algorithm(mode.algorithm().usual()))
                    .append(mode.time().map(this::window).orElse(say("; no time is signed", "；无签名时间")))
                    .append(".\n");
        }
        out.append('\n');
    }

    private String window(TimeRule time) {
        if (!time.isJudged()) {
            return say("; the signed time is judged only when `tolerance` is set", "；仅在设置 `tolerance` 时判断签名时间");
        }
        return say("; the signed time may be ", "；签名时间最多早 ")
                + seconds(time.window().past())
                + say(" old and ", "、晚 ")
                + seconds(time.window().future())
                + say(" ahead", "");
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + " s";
    }

    private static String code(String text) {
        return "`" + text.replace("\n", "\\n").replace("|", "\\|") + "`";
    }

    private static String algorithm(Algorithm algorithm) {
        return switch (algorithm) {
            case Algorithm.Keyed keyed -> "HMAC-" + keyed.hash();
            case Algorithm.Plain plain -> plain.hash().toString();
            case Algorithm.Public scheme -> scheme.scheme().toString();
            case Algorithm.Equal _ -> "=";
        };
    }

    private void events(StringBuilder out, Recipe recipe) {
        heading(out, "Events", "事件");
        out.append(say("- identity: ", "- 事件标识："))
                .append(recipe.events().fields().id().alternatives().stream()
                        .map(alternative -> code(alternative.value().written()))
                        .collect(Collectors.joining(say(", else ", "，否则 "))))
                .append('\n');
        List<String> effects = recipe.events().effects().stream()
                .map(EventRule.EffectChoice::kind)
                .distinct()
                .toList();
        out.append(say("- money effects that run once: ", "- 只执行一次的资金效果："))
                .append(
                        effects.isEmpty()
                                ? say("none is certain from signed data", "签名数据无法确定")
                                : String.join(", ", effects))
                .append("\n\n");
    }

    private void answers(StringBuilder out, Recipe recipe) {
        heading(out, "What is answered", "应答");
        Map<String, List<AnswerRule>> all = Map.of(
                "1",
                recipe.answers().success(),
                "2",
                recipe.answers().refuse(),
                "3",
                recipe.answers().tryAgain());
        String[] names = {say("stored", "已存储"), say("refused", "拒绝"), say("not stored now", "暂未存储")};
        for (int i = 0; i < names.length; i++) {
            for (AnswerRule rule : all.getOrDefault(Integer.toString(i + 1), List.of())) {
                String body = rule.body().written();
                out.append("- ")
                        .append(names[i])
                        .append(": ")
                        .append(rule.status())
                        .append(body.isEmpty() ? "" : " " + code(body.replace("{{", "{")))
                        .append('\n');
            }
        }
        out.append('\n');
    }

    private void retries(StringBuilder out) {
        out.append(say("Retries: ", "重试：")).append(text("retries")).append(say(".\n\n", "。\n\n"));
    }

    private void proof(StringBuilder out) {
        heading(out, "How this was proven", "如何验证");
        out.append(text("proven")).append(say(".\n\n", "。\n\n"));
        heading(out, "Sources", "来源");
        notes.sources().forEach(source -> out.append("- ").append(source).append('\n'));
    }

    byte[] bytes(ProviderDefinition definition) {
        return of(definition).getBytes(StandardCharsets.UTF_8);
    }
}
