package tallygate.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.key.Words;
import tallygate.config.value.Secret;
import tallygate.config.value.UnfitException;

/**
 * How what a payment holds is kept, and where the audit log is anchored.
 *
 * @param keys the newest first; empty: payloads are stored in clear
 * @param auditHeads a file that the newest digest of the audit log is appended to once an hour; empty: under the data directory
 */
public record PrivacyConfig(List<PayloadKey> keys, Optional<Path> auditHeads) {
    /**
     * A key that wraps the keys that payloads are sealed with.
     *
     * @param key 32 bytes in base64
     */
    public record PayloadKey(String id, Secret key) {
        private static final int BYTES = 32;
        private static final Key<String> ID = Key.of(
                        "id", Kinds.name(), "The key's name; it stands beside what it wraps.", "密钥名称，与其所包裹的内容一起保存。")
                .atRestart();
        private static final Key<Secret> KEY = Key.of(
                        "key",
                        Kinds.secret(Kinds.text(
                                PayloadKey::parse,
                                Secret::toString,
                                new Words(
                                        "the base64 of 32 bytes, best as ${file:PATH} or ${env:NAME}; make one with:"
                                                + " openssl rand -base64 32",
                                        "32 字节的 base64，最好写作 ${file:PATH} 或 ${env:NAME}；可用 openssl rand -base64 32"
                                                + " 生成"),
                                "^.+$")),
                        "The key itself. Keep a copy where the database's backups are not: without it payloads are"
                                + " lost.",
                        "密钥本身。请在数据库备份之外另存一份：没有它，内容无法恢复。")
                .atRestart();

        static final Group GROUP = Group.of(
                "privacy.keys[]",
                "Keys that payloads are sealed with (AES-256-GCM), the newest first. It seals what comes; all listed"
                        + " ones open what they sealed.",
                "封存回调内容的密钥（AES-256-GCM），最新的排在最前并用于新写入；列出的密钥均可打开各自封存的内容。",
                ID,
                KEY);

        static Optional<PayloadKey> from(Section section) {
            Optional<String> id = section.required(ID);
            Optional<Secret> key = section.required(KEY);
            return id.flatMap(i -> key.map(k -> new PayloadKey(i, k)));
        }

        private static Secret parse(String text) {
            try {
                int length = Base64.getDecoder().decode(text.strip()).length;
                if (length != BYTES) {
                    throw new UnfitException("holds " + length + " bytes");
                }
                return new Secret(text.strip());
            } catch (IllegalArgumentException e) {
                throw new UnfitException("is not base64");
            }
        }

        /** The 32 bytes. */
        public byte[] bytes() {
            return Base64.getDecoder().decode(key.reveal());
        }
    }

    private static final Key<Path> AUDIT_HEADS = Key.of(
                    "audit-heads",
                    Kinds.text(PrivacyConfig::file, Path::toString, new Words("the path of a file", "文件路径"), "^.+$"),
                    "Once an hour the newest digest of the audit log is appended to this file. Put it on another"
                            + " machine's disk, or collect it: who rewrites the database cannot rewrite it there.",
                    "每小时把审计日志的最新摘要追加到此文件。请放在其他机器的磁盘上或另行收集：改写数据库的人无法改写那里。")
            .orAbsent("DATA-DIR/audit-heads.jsonl", "DATA-DIR/audit-heads.jsonl")
            .atRestart()
            .ofNode();

    static final Group GROUP = Group.of(
                    "privacy",
                    "How what a payment holds is kept, and where the audit log is anchored.",
                    "支付内容如何保存，审计日志锚定在何处。",
                    AUDIT_HEADS)
            .with(Group.Branch.list("keys", PayloadKey.GROUP));

    public PrivacyConfig {
        keys = List.copyOf(keys);
    }

    /** In clear, and anchored under the data directory. */
    public static PrivacyConfig standard() {
        return Section.defaults(GROUP, PrivacyConfig::from);
    }

    static PrivacyConfig from(Section section) {
        List<PayloadKey> keys = section.list("keys", PayloadKey::from);
        Set<String> ids = new HashSet<>();
        for (PayloadKey key : keys) {
            if (!ids.add(key.id())) {
                section.problem("keys", "two keys are called \"" + key.id() + "\"; give each a name of its own");
            }
        }
        return new PrivacyConfig(keys, section.optional(AUDIT_HEADS));
    }

    private static Path file(String text) {
        try {
            if (text.isBlank()) {
                throw new UnfitException("is empty");
            }
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UnfitException("is not a path");
        }
    }
}
