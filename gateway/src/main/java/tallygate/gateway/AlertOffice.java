package tallygate.gateway;

import java.net.URI;
import java.util.Optional;
import tallygate.callback.outbound.GuardedOutbound;
import tallygate.callback.outbound.InsideHosts;
import tallygate.callback.outbound.Outbound;
import tallygate.config.AlertChannelConfig;
import tallygate.config.AlertsConfig;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.AlertChannel;
import tallygate.gateway.alert.AlertDesk;
import tallygate.gateway.alert.AlertPace;
import tallygate.gateway.alert.AlertRules;
import tallygate.gateway.alert.AlertTeller;
import tallygate.gateway.alert.AlertText;
import tallygate.gateway.alert.ChatKind;
import tallygate.gateway.alert.HttpAlertChannel;
import tallygate.gateway.alert.MailAlertChannel;

/** Alerts as the configuration has them: the desk that all parts raise at, the rules over the metrics, the channels. */
final class AlertOffice implements AutoCloseable {
    private final Surroundings around;
    private final AlertDesk desk;
    private final AlertRules rules;
    private final Outbound outbound;
    private final AlertTeller teller;

    AlertOffice(AlertsConfig config, Surroundings around) {
        this.around = around;
        this.desk = new AlertDesk(around.alerts(), around.nanos(), around.meters());
        this.rules = new AlertRules(desk, around.meters(), around.nanos(), Identity.nodeName());
        this.outbound = GuardedOutbound.of(InsideHosts.NONE, around.nanos());
        configure(config);
        this.teller = new AlertTeller(desk, rules);
    }

    /** The same surroundings, whose alerts go to the desk. */
    Surroundings surroundings() {
        return around.with(desk);
    }

    AlertDesk desk() {
        return desk;
    }

    void configure(AlertsConfig config) {
        rules.limits(new AlertRules.Limits(config.failedPercent(), config.backlogAge(), config.delay()));
        AlertText text =
                new AlertText(Identity.nodeName(), config.consoleUrl(), config.language() == AlertsConfig.Language.ZH);
        AlertPace standard = AlertPace.STANDARD;
        desk.channels(
                config.channels().stream()
                        .map(channel -> channel(channel, text))
                        .toList(),
                new AlertPace(
                        standard.gather(), config.remind(), standard.messagesPerHour(), standard.alertsPerMessage()));
    }

    private AlertChannel channel(AlertChannelConfig channel, AlertText text) {
        Alert.Severity least = Alert.Severity.valueOf(channel.severity().name());
        URI url = URI.create(channel.url().reveal());
        if (channel.kind() == AlertChannelConfig.Kind.EMAIL) {
            var terms = new MailAlertChannel.Terms(
                    channel.name(), least, url, channel.from().orElseThrow(), channel.to());
            return new MailAlertChannel(terms, text, around.clock());
        }
        String secret = channel.secret().map(held -> held.reveal()).orElse("");
        return new HttpAlertChannel(
                new HttpAlertChannel.Terms(channel.name(), least, url, secret),
                chat(channel.kind()),
                text,
                outbound,
                around.clock());
    }

    private static Optional<ChatKind> chat(AlertChannelConfig.Kind kind) {
        return switch (kind) {
            case WEBHOOK, EMAIL -> Optional.empty();
            case SLACK -> Optional.of(ChatKind.SLACK);
            case DINGTALK -> Optional.of(ChatKind.DINGTALK);
            case FEISHU -> Optional.of(ChatKind.FEISHU);
            case WECOM -> Optional.of(ChatKind.WECOM);
        };
    }

    @Override
    public void close() {
        teller.close();
    }
}
