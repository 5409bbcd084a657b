package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdempotencyKeyTest {
    private static String key(String source, String effectKey, String eventId) {
        return IdempotencyKey.of(SampleTasks.identified(source, effectKey, eventId));
    }

    @Test
    void theEffectKeyIsTheKey() {
        assertThat(key("shop", "shop:paid:pi_7", "evt_1")).isEqualTo("shop:paid:pi_7");
    }

    @Test
    void withoutAnEffectTheEventIdentityIsTheKeyAndLooksLikeNoEffect() {
        assertThat(key("shop", "", "evt_1")).isEqualTo("shop:event:evt_1");
    }

    @Test
    void whatIsLongOrNotVisibleAsciiIsHashed() {
        String longest = "e".repeat(128 - "shop:event:".length());
        assertThat(key("shop", "", longest)).isEqualTo("shop:event:" + longest);
        assertThat(key("shop", "", longest + "e")).matches("sha256:[0-9a-f]{64}");
        assertThat(key("shop", "", "with blank")).matches("sha256:[0-9a-f]{64}");
        assertThat(key("shop", "shop:paid:单号1", "evt_1"))
                .matches("sha256:[0-9a-f]{64}")
                .isNotEqualTo(key("shop", "shop:paid:单号2", "evt_1"));
    }
}
