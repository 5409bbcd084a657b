package tallygate.callback.participant.sample;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import tallygate.callback.participant.Guard;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;

/**
 * A sample service behind RabbitMQ: takes a task, does its work under the guard, commits, tells the result, and only then takes
 * the task off its queue. A task that comes again finds its mark and is told the same result. What cannot be worked off now is
 * rejected and comes back over the retry queue.
 */
public final class SampleConsumer extends DefaultConsumer {
    private static final AMQP.BasicProperties PERSISTENT = new AMQP.BasicProperties.Builder()
            .contentType("application/json")
            .deliveryMode(2)
            .build();

    private final GuardedWork work;
    private final SampleDatabase database;

    private SampleConsumer(Channel channel, GuardedWork work, SampleDatabase database) {
        super(channel);
        this.work = work;
        this.database = database;
    }

    /**
     * Makes the service's schema when it is not there, and begins to take tasks.
     *
     * @param channel this consumer's alone; closing it ends the consumer
     * @param name order, stock, coupon or payment
     */
    public static void listen(Channel channel, String queue, String name, SampleDatabase database) throws IOException {
        OrderFlow flow = OrderFlow.valueOf(name.toUpperCase(Locale.ROOT));
        try {
            database.make(Guard.TABLE);
            database.make(flow.tables().toArray(String[]::new));
        } catch (SQLException e) {
            throw new IOException("the schema of sample service " + name + " cannot be made", e);
        }
        channel.basicQos(1);
        channel.basicConsume(
                queue, false, new SampleConsumer(channel, new GuardedWork(flow, new Guard(), true), database));
    }

    @Override
    public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
            throws IOException {
        try (Connection connection = database.open()) {
            JsonValue task = JsonReader.read(new String(body, StandardCharsets.UTF_8));
            String request = task.scalarAt("/requestId");
            String compensates = task.scalarAt("/compensates");
            Said said = compensates.isEmpty()
                    ? work.run(connection, request, task)
                    : work.undo(connection, compensates, request, task);
            tell(properties.getReplyTo(), task, said);
            getChannel().basicAck(envelope.getDeliveryTag(), false);
        } catch (SQLException | UnreadableException _) {
            getChannel().basicReject(envelope.getDeliveryTag(), false);
        }
    }

    private void tell(String queue, JsonValue task, Said said) throws IOException, UnreadableException {
        SequencedMap<String, JsonValue> fields = new LinkedHashMap<>();
        JsonValue response = JsonReader.read(said.body());
        fields.put("requestId", new JsonValue.Text(task.scalarAt("/requestId")));
        fields.put("resultToken", new JsonValue.Text(task.scalarAt("/resultToken")));
        fields.put("result", new JsonValue.Text(said.status() == 200 ? "done" : "failed"));
        fields.put("reason", new JsonValue.Text(response.scalarAt("/reason")));
        fields.put("response", response);
        String result = JsonWriter.write(new JsonValue.Fields(fields));
        getChannel().basicPublish("", queue, PERSISTENT, result.getBytes(StandardCharsets.UTF_8));
    }
}
