package tallygate.callback.participant.sample;

import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The four services together, as {@code serve --demo saga} and the drill run them. */
public final class SampleOrder implements AutoCloseable {
    private final Map<OrderFlow, SampleService> services = new EnumMap<>(OrderFlow.class);

    private SampleOrder() {}

    /** They listen; until {@link #open} they answer that they are not there yet. */
    public static SampleOrder listen() throws IOException {
        SampleOrder order = new SampleOrder();
        for (OrderFlow flow : OrderFlow.values()) {
            order.services.put(flow, new SampleService(flow, 0, true));
        }
        return order;
    }

    /**
     * Makes their schemas when they are not there, and lets them work.
     *
     * @param server {@code jdbc:mysql://host:port/}
     * @param prefix of the schemas' names
     */
    public void open(String server, String user, String password, String prefix) throws IOException {
        for (Map.Entry<OrderFlow, SampleService> entry : services.entrySet()) {
            try {
                entry.getValue().open(new SampleDatabase(server, user, password, prefix + word(entry.getKey())));
            } catch (SQLException e) {
                throw new IOException("the schema of sample service " + word(entry.getKey()) + " cannot be made", e);
            }
        }
    }

    /** What somebody who tries it needs to know, one line a service. */
    public List<String> lines() {
        return services.entrySet().stream()
                .map(entry ->
                        "%-8s books: curl http://127.0.0.1:%d/books   switch: curl -X POST 'http://127.0.0.1:%d/switch?forward=fail&compensation=ok'"
                                .formatted(
                                        word(entry.getKey()),
                                        entry.getValue().port(),
                                        entry.getValue().port()))
                .toList();
    }

    private static String word(OrderFlow flow) {
        return flow.name().toLowerCase(Locale.ROOT);
    }

    private SampleService service(String name) {
        SampleService service = services.get(OrderFlow.valueOf(name.toUpperCase(Locale.ROOT)));
        if (service == null) {
            throw new IllegalStateException("the sample has no service " + name);
        }
        return service;
    }

    /** @param name order, stock, coupon or payment */
    public int port(String name) {
        return service(name).port();
    }

    /** How a service behaves from now on. */
    public void behave(String name, Mode forward, Mode compensation) {
        service(name).behave(forward, compensation);
    }

    /** A service's books: figures in process and final ones apart. */
    public String books(String name) throws IOException {
        try {
            return service(name).books();
        } catch (SQLException e) {
            throw new IOException("the books of sample service " + name + " cannot be read", e);
        }
    }

    /** The configuration's part about them: participants and the saga {@code order-create}. */
    public String yaml() {
        StringBuilder yaml = new StringBuilder("sagas:\n  participants:\n");
        for (OrderFlow flow : OrderFlow.values()) {
            yaml.append("    %s: { url: \"http://127.0.0.1:%d/\" }\n".formatted(word(flow), port(word(flow))));
        }
        yaml.append("  definitions:\n    order-create:\n      steps:\n");
        for (OrderFlow flow : OrderFlow.values()) {
            yaml.append(("        - { name: %s, participant: %s, action: %s, compensation: %s, status:"
                            + " \"/requests/{requestId}\", timeout: 2s, timeout-ceiling: 3s, retry: [500ms, 1s, 2s],"
                            + " retry-compensation: [500ms, 1s, 2s] }\n")
                    .formatted(word(flow), word(flow), flow.action(), flow.compensation()));
        }
        return yaml.toString();
    }

    @Override
    public void close() {
        services.values().forEach(SampleService::close);
    }
}
