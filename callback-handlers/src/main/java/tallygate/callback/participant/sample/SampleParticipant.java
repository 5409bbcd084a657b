package tallygate.callback.participant.sample;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;

/** One of the four sample services by itself, as a process of its own runs it. */
public final class SampleParticipant implements AutoCloseable {
    private final SampleService service;

    private SampleParticipant(SampleService service) {
        this.service = service;
    }

    /**
     * Listens and works when it returns; its schema is made when it is not there.
     *
     * @param name order, stock, coupon or payment
     * @param isGuarded false only to show what happens without a guard
     */
    public static SampleParticipant start(String name, int port, SampleDatabase database, boolean isGuarded)
            throws IOException {
        var service = new SampleService(OrderFlow.valueOf(name.toUpperCase(Locale.ROOT)), port, isGuarded);
        try {
            service.open(database);
        } catch (SQLException e) {
            service.close();
            throw new IOException("the schema of sample service " + name + " cannot be made", e);
        }
        return new SampleParticipant(service);
    }

    @Override
    public void close() {
        service.close();
    }
}
