package tallygate.baselines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Stripe's scheme, as its documentation shows it for Java. */
@RestController
class CallbackController {
    private static final String INSERT =
            "INSERT INTO baseline_callback (provider, event_id, order_id, amount_minor, currency, payload)"
                    + " VALUES ('stripe', ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE id = id";

    private final JdbcTemplate jdbc;
    private final ObjectMapper json = new ObjectMapper();
    private final SecretKeySpec key;

    CallbackController(JdbcTemplate jdbc, @Value("${baseline.secret}") String secret) {
        this.jdbc = jdbc;
        this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
    }

    @PostMapping("/callbacks/bench")
    ResponseEntity<Void> take(@RequestHeader("Stripe-Signature") String signature, @RequestBody byte[] body)
            throws IOException, GeneralSecurityException {
        if (!isGenuine(signature, body)) {
            return ResponseEntity.status(401).build();
        }
        JsonNode event = json.readTree(body);
        JsonNode payment = event.path("data").path("object");
        jdbc.update(
                INSERT,
                event.path("id").asText(),
                payment.path("metadata").path("order_id").asText(),
                payment.path("amount").asLong(),
                payment.path("currency").asText(),
                body);
        return ResponseEntity.ok().build();
    }

    private boolean isGenuine(String signature, byte[] body) throws GeneralSecurityException {
        int comma = signature.indexOf(",v1=");
        if (!signature.startsWith("t=") || comma < 0) {
            return false;
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(key);
        mac.update(signature.substring(2, comma).getBytes(StandardCharsets.US_ASCII));
        mac.update((byte) '.');
        byte[] given = HexFormat.of().parseHex(signature.substring(comma + 4));
        return MessageDigest.isEqual(mac.doFinal(body), given);
    }
}
