package tallygate.gateway.task;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import tallygate.gateway.task.InMemoryStore.Call;

/** What the next calls of each kind end with instead of their answer. */
final class PlantedFaults {
    private record Fault(StoreException.Kind kind, boolean isAfterCommit) {}

    private final Map<Call, Deque<Fault>> faults = new EnumMap<>(Call.class);

    void plant(Call call, StoreException.Kind kind, boolean isAfterCommit) {
        faults.computeIfAbsent(call, _ -> new ArrayDeque<>()).add(new Fault(kind, isAfterCommit));
    }

    <T> T call(Call call, Supplier<T> body) {
        Fault fault = faults.getOrDefault(call, new ArrayDeque<>()).poll();
        if (fault == null) {
            return body.get();
        }
        if (fault.isAfterCommit()) {
            var _ = body.get();
        }
        throw new StoreException(fault.kind(), "planted fault at " + call);
    }
}
