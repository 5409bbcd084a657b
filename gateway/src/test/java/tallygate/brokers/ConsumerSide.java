package tallygate.brokers;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What a consumer of RabbitMQ tells, and reads off its messages. */
final class ConsumerSide {
    private ConsumerSide() {}

    static void tell(Channel channel, AMQP.BasicProperties of, String result) throws IOException {
        Object token = of.getHeaders().get("tallygate-result-token");
        say(
                channel,
                of.getReplyTo(),
                "{\"taskId\":\"" + of.getCorrelationId() + "\",\"resultToken\":\"" + token + "\"," + result + "}");
    }

    static void say(Channel channel, String queue, String json) throws IOException {
        channel.basicPublish("", queue, null, json.getBytes(StandardCharsets.UTF_8));
    }

    static long rounds(Delivery message) {
        List<?> deaths = (List<?>) message.getProperties().getHeaders().get("x-death");
        return deaths.stream()
                .map(death -> (Map<?, ?>) death)
                .filter(death -> "rejected".equals(death.get("reason").toString()))
                .mapToLong(death -> (Long) death.get("count"))
                .sum();
    }
}
