package tallygate.gateway.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import tallygate.callback.PaymentEvent;

/** Sends each event until it is acknowledged, and now and then once more, or with other content. */
final class SimProvider {
    private final SimWorld world;
    private final SplittableRandom dice;
    private final List<Notice> owed = new ArrayList<>();
    private final Set<Notice> acknowledged = new HashSet<>();

    /**
     * One thing to tell.
     *
     * @param variant 0 for what happened, 1 for the same event with other content
     */
    record Notice(int event, int variant) {
        String route() {
            return event % 2 == 0 ? "a" : "b";
        }

        PaymentEvent content() {
            // Every fifth event tells of the same payment as the one two before it.
            PaymentEvent plain = SampleTasks.event(event, event % 5 == 4 ? event - 2 : event, variant);
            return route().equals("b") ? ofOneOrder(plain) : plain;
        }

        /** All of route b are about one order, so they have to keep their order. */
        private static PaymentEvent ofOneOrder(PaymentEvent event) {
            return new PaymentEvent(
                    event.eventId(),
                    event.eventType(),
                    event.bizType(),
                    "order-b",
                    event.providerTxnId(),
                    event.amount(),
                    event.amountMinor(),
                    event.currency(),
                    event.status(),
                    event.occurredAt(),
                    event.effect(),
                    event.digest(),
                    event.content());
        }
    }

    SimProvider(SimWorld world, SplittableRandom dice) {
        this.world = world;
        this.dice = dice;
    }

    void begin(int events) {
        for (int event = 0; event < events; event++) {
            tell(new Notice(event, 0));
        }
    }

    private void tell(Notice notice) {
        owed.add(notice);
        world.timeline().after(millis(1500), () -> send(notice));
    }

    private long millis(int most) {
        return Duration.ofMillis(dice.nextInt(most)).toNanos();
    }

    private void send(Notice notice) {
        SimNode node = world.anyNode();
        if (node.isUp()) {
            node.later(
                    millis(5),
                    () -> node.receive(notice.route(), notice.content(), task -> {
                        if (task.isPresent()) {
                            acknowledge(notice);
                        }
                    }));
        }
        world.timeline().after(Duration.ofMillis(400).toNanos() + millis(600), () -> {
            if (owed.contains(notice)) {
                send(notice);
            }
        });
    }

    private void acknowledge(Notice notice) {
        acknowledged.add(notice);
        world.timeline().trace("acknowledged", notice.event(), notice.variant());
        if (world.isChaos() && world.plan().strikes(SimPlan.Fault.ACK_LOST, dice)) {
            world.sometimes("acknowledgement-lost");
            return;
        }
        boolean isFirst = owed.remove(notice);
        if (isFirst && notice.variant() == 0 && world.plan().strikes(SimPlan.Fault.OTHER_CONTENT, dice)) {
            tell(new Notice(notice.event(), 1));
        }
    }

    boolean isSatisfied() {
        return owed.isEmpty();
    }

    Set<Notice> acknowledged() {
        return acknowledged;
    }
}
