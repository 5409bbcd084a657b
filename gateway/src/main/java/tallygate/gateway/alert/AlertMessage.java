package tallygate.gateway.alert;

import java.util.List;

/**
 * What one channel is told at once.
 *
 * @param raised new, or still there and due for a reminder
 * @param resolved what ended since it was told
 * @param unsaid how many more there were than a message holds
 */
public record AlertMessage(List<Alert> raised, List<Alert> resolved, int unsaid) {
    public AlertMessage {
        raised = List.copyOf(raised);
        resolved = List.copyOf(resolved);
    }

    /** The most urgent one of what it tells; notice when it only resolves. */
    public Alert.Severity severity() {
        return raised.stream().map(Alert::severity).max(Enum::compareTo).orElse(Alert.Severity.NOTICE);
    }
}
