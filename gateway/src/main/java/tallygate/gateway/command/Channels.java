package tallygate.gateway.command;

import java.util.List;
import tallygate.config.AlertChannelConfig;
import tallygate.config.AlertsConfig;

/** Who is told what. */
final class Channels {
    private Channels() {}

    /** Names of the channels that are told alerts of this severity. */
    static List<String> hearing(AlertsConfig alerts, AlertChannelConfig.Severity severity) {
        return alerts.channels().stream()
                .filter(channel -> channel.severity().compareTo(severity) <= 0)
                .map(AlertChannelConfig::name)
                .toList();
    }
}
