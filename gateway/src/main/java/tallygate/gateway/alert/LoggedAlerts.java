package tallygate.gateway.alert;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one line when an alert begins and one when it ends. */
public final class LoggedAlerts implements Alerts {
    private static final Logger log = LoggerFactory.getLogger(LoggedAlerts.class);

    private final Set<String> open = ConcurrentHashMap.newKeySet();

    @Override
    public void raise(Alert alert) {
        if (!open.add(alert.kind() + '\n' + alert.subject())) {
            return;
        }
        String line = "alert={} subject={} {} {}";
        switch (alert.severity()) {
            case NOTICE -> log.info(line, alert.kind(), alert.subject(), alert.summary(), alert.orderedFacts());
            case WARNING -> log.warn(line, alert.kind(), alert.subject(), alert.summary(), alert.orderedFacts());
            case CRITICAL -> log.error(line, alert.kind(), alert.subject(), alert.summary(), alert.orderedFacts());
        }
    }

    @Override
    public void resolve(String kind, String subject) {
        if (open.remove(kind + '\n' + subject)) {
            log.info("alert={} subject={} resolved", kind, subject);
        }
    }
}
