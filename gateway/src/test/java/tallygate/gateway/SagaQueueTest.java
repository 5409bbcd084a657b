package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.saga.SagaId;

/** Sagas whose steps go by message, over a real RabbitMQ and consumers with schemas and guards of their own. */
class SagaQueueTest extends SagaQueueRig {
    @Test
    void stepsGoOutAsMessagesAndTheirResultsBringTheSagaToItsEnd() throws Exception {
        node(1, "2s");
        consume("order", "stock");
        SagaId saga = begin();
        Channel coupon = channel();
        GetResponse task = taken(coupon, "coupon");
        assertThat(task.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(task.getProps().getCorrelationId()).isEqualTo(saga + ":s3");
        assertThat(task.getProps().getType()).isEqualTo("do");
        assertThat(task.getProps().getHeaders().get("Idempotency-Key")).hasToString(saga + ":s3");
        assertThat(task.getProps().getHeaders().get("Tallygate-Saga")).hasToString(saga.value());
        assertThat(task.getProps().getHeaders().get("Tallygate-Sequence")).isEqualTo(3);
        tell(coupon, task, "done");
        until(() -> inStatus(2) == 1);
        assertThat(frozen()).isEqualTo(1);
    }

    @Test
    void aRefusalByMessageUndoesTheOthersInReverse() throws Exception {
        node(1, "2s");
        consume("order", "stock");
        SagaId saga = begin();
        Channel coupon = channel();
        tell(coupon, taken(coupon, "coupon"), "failed");
        until(() -> inStatus(4) == 1);
        assertThat(frozen()).isZero();
        assertThat(number("SELECT COUNT(*) FROM saga_log WHERE request_id = '" + saga + ":c:s3'"))
                .isZero();
    }

    @Test
    void slowParticipantsHoldNoThreadAndNoRoom() throws Exception {
        node(1, "1m");
        begin(150);
        until(() -> number("SELECT COUNT(*) FROM saga_instance WHERE status = 1 AND lease_owner = 0") == 150
                && nodes.getFirst().inHand() == 0);
        consume(STEPS.toArray(String[]::new));
        until(() -> inStatus(2) == 150);
        assertThat(frozen()).isEqualTo(150);
    }

    @Test
    void aBrokerThatIsKilledInTheMiddleLosesNothing() throws Exception {
        node(1, "2s");
        consume(STEPS.toArray(String[]::new));
        begin(40);
        until(() -> inStatus(2) >= 5);
        server.orElseThrow().kill();
        begin(20);
        server.orElseThrow().restart();
        consume(STEPS.toArray(String[]::new));
        until(() -> inStatus(2) == 60);
        assertThat(frozen()).isEqualTo(60);
        assertThat(number("SELECT COUNT(*) FROM " + schema("order").schema() + ".orders"))
                .isEqualTo(60);
    }

    @Test
    void messagesThatTheBrokerHasLostAreSentAgainFromTheRows() throws Exception {
        node(1, "2s");
        begin(5);
        until(() -> number("SELECT COUNT(*) FROM saga_log WHERE tries >= 1") == 5);
        Channel channel = channel();
        until(() -> purged(channel) == 5);
        consume(STEPS.toArray(String[]::new));
        until(() -> inStatus(2) == 5);
        assertThat(number("SELECT COUNT(*) FROM saga_log WHERE step_seq = 1 AND tries > 1"))
                .isEqualTo(5);
    }

    private int purged = 0;

    private int purged(Channel channel) {
        try {
            purged += channel.queuePurge(queue("order")).getMessageCount();
            return purged;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void repeatedLateAndForeignResultsChangeNothing() throws Exception {
        node(1, "2s");
        consume("order", "stock");
        SagaId saga = begin();
        Channel coupon = channel();
        GetResponse task = taken(coupon, "coupon");
        String token =
                task.getProps().getHeaders().get("tallygate-result-token").toString();
        for (String forged : List.of("", "1." + "A".repeat(43), "99" + token.substring(token.indexOf('.')))) {
            tell(coupon, task, forged, "failed");
        }
        tell(coupon, task, "done");
        tell(coupon, task, "done");
        tell(coupon, task, "failed");
        until(() -> inStatus(2) == 1);
        tell(coupon, task, "failed");
        String results = queue("coupon") + ".results";
        for (String bad : List.of("", "[]", "{\"requestId\":\"sgnone:s1\",\"result\":\"done\"}", "{\"result\":1}")) {
            coupon.basicPublish("", results, null, bad.getBytes(StandardCharsets.UTF_8));
        }
        await().atMost(SOON).until(() -> coupon.messageCount(results) == 0);
        assertThat(inStatus(2)).isEqualTo(1);
        assertThat(number("SELECT action_status FROM saga_log WHERE request_id = '" + saga + ":s3'"))
                .isEqualTo(1);
    }

    @Test
    void aResultAfterItsTimeIsTakenAndTheTaskThatWasSentAgainIsDoneOnce() throws Exception {
        node(1, "2s");
        consume("order", "coupon");
        begin();
        Channel stock = channel();
        GetResponse first = taken(stock, "stock");
        GetResponse again = taken(stock, "stock");
        assertThat(again.getProps().getCorrelationId())
                .isEqualTo(first.getProps().getCorrelationId());
        assertThat(mark(again)).isGreaterThan(mark(first));
        tell(stock, first, "done");
        until(() -> inStatus(2) == 1);
    }

    private static int mark(GetResponse task) {
        return (Integer) task.getProps().getHeaders().get("Tallygate-Sequence");
    }

    @Test
    void theResultOfAStepThatAnotherNodeSentIsTakenByTheOneThatHearsIt() throws Exception {
        node(1, "2s");
        consume("order", "coupon");
        begin();
        Channel stock = channel();
        GetResponse task = taken(stock, "stock");
        nodes.getFirst().drain(Duration.ofSeconds(5));
        node(2, "2s");
        tell(stock, task, "done");
        until(() -> inStatus(2) == 1);
    }
}
