package tallygate.gateway.task;

import java.util.Optional;

/** The shop's word that what early callbacks wait for is there now. */
public interface ArrivalStore {
    /**
     * Tasks of the key that wait as early are due at once; one that is being tried just now is tried again at once, should its
     * receiver still say early. No try is used.
     *
     * @param route empty: of all routes
     * @return how many tasks it concerned
     */
    int arrived(String bizId, Optional<String> route);
}
