package tallygate.gateway.process;

import tallygate.callback.Delivery;
import tallygate.gateway.task.LeasedTask;

/** What a handler gets to see of a leased task. */
final class Deliveries {
    private Deliveries() {}

    static Delivery of(LeasedTask task) {
        return new Delivery(
                task.lease().id().value(),
                task.source(),
                task.endpoint(),
                task.provider(),
                task.route(),
                task.bizType(),
                task.bizId(),
                task.eventId(),
                task.eventType(),
                task.effectKey(),
                task.amountMinor(),
                task.currency(),
                task.attempts(),
                task.lease().epoch(),
                task.createdAt(),
                IdempotencyKey.of(task),
                task.statusUrl(),
                task.request(),
                task.content());
    }
}
