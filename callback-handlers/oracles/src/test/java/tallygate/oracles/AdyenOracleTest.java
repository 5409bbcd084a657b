package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.adyen.model.notification.NotificationRequest;
import com.adyen.model.notification.NotificationRequestItem;
import com.adyen.util.HMACValidator;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AdyenOracleTest {
    private static final String KEY = "0011223344556677889900AABBCCDDEEFF00112233445566778899AABBCCDDEE";
    private static final Instant NOW = Instant.parse("2026-06-01T08:00:00Z");
    private final Endpoint endpoint = Endpoint.of("adyen", KEY);
    private final HMACValidator validator = new HMACValidator();

    @Test
    void theLibraryTakesWhatIsMadeHere() throws Exception {
        NotificationRequest request = NotificationRequest.fromJson(Endpoint.body(endpoint.made(NOW)));
        assertThat(validator.validateHMAC(request.getNotificationItems().getFirst(), KEY))
                .isTrue();
    }

    @Test
    void whatTheLibrarySignsIsTakenHere() throws Exception {
        String unsigned = "{\"live\":\"true\",\"notificationItems\":[{\"NotificationRequestItem\":{\"additionalData\":{"
            + "\"hmacSignature\":\"HERE\"},\"amount\":{\"currency\":\"EUR\",\"value\":1130},\"eventCode\":\"CAPTURE\","
            + "\"eventDate\":\"2026-06-01T08:00:00+02:00\",\"merchantAccountCode\":\"Shop\","
            + "\"merchantReference\":\"a:b\\\\c\",\"originalReference\":\"PSP0\",\"pspReference\":\"PSP1\","
            + "\"success\":\"true\"}}]}";
        NotificationRequestItem item =
                NotificationRequest.fromJson(unsigned).getNotificationItems().getFirst();
        String signed = unsigned.replace("HERE", validator.calculateHMAC(item, KEY));
        assertThat(endpoint.isGenuine(signed, NOW)).isTrue();
        assertThat(endpoint.isGenuine(signed.replace("1130", "1131"), NOW)).isFalse();
    }
}
