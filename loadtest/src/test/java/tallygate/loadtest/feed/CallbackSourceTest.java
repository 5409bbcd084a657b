package tallygate.loadtest.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackSourceTest {
    @Test
    void theSamePlanGivesTheSameStream() {
        var plan = new CallbackPlan(7, 500, 0.3, 0.1, 600);
        List<Callback> first = all(plan);
        List<Callback> second = all(plan);
        assertThat(second).hasSameSizeAs(first);
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i).kind()).isEqualTo(first.get(i).kind());
            assertThat(second.get(i).eventId()).isEqualTo(first.get(i).eventId());
            assertThat(second.get(i).body()).isEqualTo(first.get(i).body());
        }
    }

    @Test
    void anotherSeedGivesOtherEvents() {
        var ids = new HashSet<String>();
        for (long seed = 0; seed < 20; seed++) {
            all(CallbackPlan.fresh(seed, 500)).forEach(callback -> ids.add(callback.eventId()));
        }
        assertThat(ids).hasSize(20 * 500);
    }

    @Test
    void newEventsHaveIdsOfTheirOwnSpreadOverTheirRange() {
        List<Callback> callbacks = all(CallbackPlan.fresh(3, 50_000));
        assertThat(callbacks).extracting(Callback::eventId).doesNotHaveDuplicates();
        assertThat(callbacks.stream()
                        .map(callback -> callback.eventId().charAt(4))
                        .distinct())
                .as("first characters behind evt_")
                .hasSize(62);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 100_000})
    void aBodyIsJsonOfExactlyTheAskedSizeAboutOnePayment(int bytes) throws IOException {
        Callback callback = all(new CallbackPlan(1, 1, 0, 0, bytes)).getFirst();
        assertThat(callback.body()).hasSize(bytes);
        JsonNode event = new ObjectMapper().readTree(callback.body());
        assertThat(event.path("id").asText()).isEqualTo(callback.eventId());
        assertThat(event.path("type").asText()).isEqualTo("payment_intent.succeeded");
        JsonNode payment = event.path("data").path("object");
        assertThat(payment.path("amount").asLong())
                .isEqualTo(payment.path("amount_received").asLong())
                .isPositive();
        assertThat(payment.path("id").asText()).startsWith("pi_");
        assertThat(payment.path("metadata").path("order_id").asText()).isNotEmpty();
    }

    @Test
    void sharesOfDuplicatesAndForgedAreAsPlanned() {
        List<Callback> callbacks = all(new CallbackPlan(11, 40_000, 0.3, 0.05, 512));
        assertThat(share(callbacks, Callback.Kind.DUPLICATE)).isBetween(0.29, 0.31);
        assertThat(share(callbacks, Callback.Kind.FORGED)).isBetween(0.045, 0.055);
    }

    @Test
    void aDuplicateRepeatsAnEarlierNewEventByteForByteAndNeverAForgedOne() {
        var newEvents = new HashMap<String, byte[]>();
        for (Callback callback : all(new CallbackPlan(5, 20_000, 0.4, 0.2, 512))) {
            switch (callback.kind()) {
                case NEW ->
                    assertThat(newEvents.put(callback.eventId(), callback.body()))
                            .isNull();
                case DUPLICATE -> assertThat(newEvents.get(callback.eventId())).isEqualTo(callback.body());
                case FORGED -> assertThat(newEvents).doesNotContainKey(callback.eventId());
            }
        }
        assertThat(newEvents).hasSizeBetween(7_600, 8_400);
    }

    @Test
    void sharesAboveOneAndSizesThatHoldNoEventAreRefused() {
        assertThatThrownBy(() -> new CallbackPlan(1, 1, 0.8, 0.3, 1024)).hasMessageContaining("0.8 and 0.3");
        assertThatThrownBy(() -> new CallbackPlan(1, 1, Double.NaN, 0, 1024)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new CallbackPlan(1, 1, 0, 0, 100)).hasMessageContaining("100");
        assertThatThrownBy(() -> new CallbackPlan(1, 0, 0, 0, 1024)).hasMessageContaining("0");
    }

    private static List<Callback> all(CallbackPlan plan) {
        var callbacks = new ArrayList<Callback>();
        new CallbackSource(plan).forEachRemaining(callbacks::add);
        return callbacks;
    }

    private static double share(List<Callback> callbacks, Callback.Kind kind) {
        return (double) callbacks.stream()
                        .filter(callback -> callback.kind() == kind)
                        .count()
                / callbacks.size();
    }
}
