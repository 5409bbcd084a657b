package tallygate.gateway;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.SecretKey;
import tallygate.config.GatewayConfig;
import tallygate.config.PrivacyConfig;
import tallygate.gateway.mysql.WrappingKeys;

/** Payload keys and audit anchor as the configuration has them. */
public final class PrivacyWiring {
    private PrivacyWiring() {}

    public static WrappingKeys keys(GatewayConfig config) {
        Map<String, SecretKey> keys = new LinkedHashMap<>();
        for (PrivacyConfig.PayloadKey key : config.privacy().keys()) {
            keys.put(key.id(), WrappingKeys.key(key.bytes()));
        }
        return new WrappingKeys(keys);
    }

    /** Where the audit log's digests are appended. */
    public static Path auditHeads(GatewayConfig config) {
        return config.privacy().auditHeads().orElseGet(() -> config.dataDir().resolve("audit-heads.jsonl"));
    }
}
