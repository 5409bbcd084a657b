package tallygate.gateway.ingest;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;

/** Keeps what was raised and taken back. */
final class KeptAlerts implements Alerts {
    private final List<Alert> raised = new CopyOnWriteArrayList<>();
    private final List<String> resolved = new CopyOnWriteArrayList<>();

    @Override
    public void raise(Alert alert) {
        raised.add(alert);
    }

    @Override
    public void resolve(String kind, String subject) {
        resolved.add(kind + " " + subject);
    }

    List<Alert> raised() {
        return List.copyOf(raised);
    }

    List<String> resolved() {
        return List.copyOf(resolved);
    }
}
