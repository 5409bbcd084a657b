package tallygate.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Reload;
import tallygate.config.key.Words;

/** The reference page in one language, written from the table of keys. */
final class ReferencePage {
    private static final String HEADINGS_ENGLISH =
            "| key | value | default | change takes effect | since | what it does |";
    private static final String HEADINGS_CHINESE = "| 键 | 值 | 默认 | 生效方式 | 起始版本 | 作用 |";

    private final boolean isChinese;
    private final StringBuilder page = new StringBuilder();
    private final IdentityHashMap<Group, String> described = new IdentityHashMap<>();

    private ReferencePage(boolean isChinese) {
        this.isChinese = isChinese;
    }

    static String english() {
        return new ReferencePage(false).write();
    }

    static String chinese() {
        return new ReferencePage(true).write();
    }

    private String write() {
        page.append(head(isChinese ? "reference-head.zh.md" : "reference-head.en.md"));
        page.append(isChinese ? "## 全部的键\n\n" : "## All keys\n\n");
        page.append(isChinese ? "本节由代码中的键表生成。\n\n" : "This section is written from the table of keys in the code.\n\n");
        group("", GatewayConfig.GROUP);
        return page.toString();
    }

    private static String head(String name) {
        try (InputStream in = Objects.requireNonNull(ReferencePage.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void group(String path, Group group) {
        String title = path.isEmpty() ? (isChinese ? "顶层" : "Top of the file") : "`" + path + "`";
        page.append("### ").append(title).append("\n\n");
        String known = described.putIfAbsent(group, path);
        if (known != null) {
            page.append(isChinese ? "键与 `" + known + "` 相同。\n\n" : "The keys of `" + known + "`.\n\n");
            return;
        }
        page.append(say(group.words())).append("\n\n");
        if (!group.keys().isEmpty()) {
            page.append(isChinese ? HEADINGS_CHINESE : HEADINGS_ENGLISH)
                    .append("\n| --- | --- | --- | --- | --- | --- |\n");
            group.keys().forEach(this::row);
            page.append("\n");
        }
        group.branches().forEach(branch -> branch(path, branch));
    }

    private void branch(String path, Group.Branch branch) {
        String below = path.isEmpty() ? branch.name() : path + "." + branch.name();
        switch (branch.shape()) {
            case ONE -> group(below, branch.groups().getFirst());
            case LIST -> group(below + "[]", branch.groups().getFirst());
            case MAP ->
                group(below + "." + mapName(branch.name()), branch.groups().getFirst());
            case VARIANT ->
                branch.groups()
                        .forEach(group -> group(below + " (" + branch.variantKey() + ": " + group.name() + ")", group));
        }
    }

    private static String mapName(String name) {
        return name.equals("biz-types") ? "TYPE" : "NAME";
    }

    private void row(Key<?> key) {
        String reload = key.reload() == Reload.LIVE ? (isChinese ? "重载" : "reload") : (isChinese ? "重启" : "restart");
        List<String> cells = List.of(
                "`" + key.name() + "`",
                say(key.kind().allowed()),
                fallback(key),
                reload,
                key.since(),
                say(key.words()));
        page.append("| ")
                .append(String.join(
                        " | ", cells.stream().map(ReferencePage::cell).toList()))
                .append(" |\n");
    }

    private String fallback(Key<?> key) {
        return switch (key.fallback()) {
            case Key.Fallback.Required _ -> isChinese ? "**必填**" : "**required**";
            case Key.Fallback.Value(String text) -> "`" + text + "`";
            case Key.Fallback.Absent(Words note) -> say(note);
        };
    }

    private String say(Words words) {
        Function<Words, String> language = isChinese ? Words::chinese : Words::english;
        return language.apply(words);
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
