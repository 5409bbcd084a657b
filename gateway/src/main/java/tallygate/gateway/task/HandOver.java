package tallygate.gateway.task;

import java.time.Duration;
import java.util.List;

/** From intake straight to this node's workers: a task inserted already leased needs no claim. */
public interface HandOver {
    /** Takes room for one task of the route. False: no room, unknown or ordered route, or draining; insert it pending. */
    boolean reserve(String route);

    /** Gives reserved room back: the row turned out not to be new. */
    void release(String route);

    /**
     * Committed and leased: run them.
     *
     * @param heldFor how long ago the leases began at the most, measured before the insert was sent
     */
    void give(List<LeasedTask> tasks, Duration heldFor);
}
