package tallygate.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tallygate.blackbox.RunningGateway;

/**
 * What must have happened at least once, lest a green run prove nothing. Counters are looked at while the nodes run, since a
 * killed node takes its own with it.
 */
final class Watch {
    /** One thing that must have happened over all seeds together. */
    enum Sometimes {
        COMMIT_UNKNOWN("tallygate_commit_unknown_total"),
        COMMIT_ROLLED_BACK_AND_RUN_AGAIN("tallygate_commit_retries_total"),
        DUPLICATE_FROM_MEMORY("tallygate_dedup_cache_hits_total"),
        DUPLICATE_FROM_THE_INDEX("tallygate_dedup_database_duplicates_total"),
        LEASE_TAKEN_OVER("tallygate_leases_taken_over_total"),
        EFFECT_CLAIMED_TWICE("tallygate_effect_clashes_total"),
        CALL_PARKED("tallygate_work_total{outcome=\"parked\""),
        FAILED_FOR_GOOD("tallygate_work_total{outcome=\"failed\""),
        TOLD_TO_COME_AGAIN(""),
        FORGERY_REFUSED(""),
        ANSWER_LOST_AND_ACKNOWLEDGED_LATER(""),
        LATE_RESULT_REFUSED(""),
        STALE_TIMESTAMP_REFUSED(""),
        BAD_RELOAD_REFUSED(""),
        EFFECT_FOUND_MADE(""),
        SAGA_COMPLETED(""),
        SAGA_COMPENSATED(""),
        SAGA_STUCK_AND_TOLD(""),
        RETRIED_BY_HAND("");

        private final String counter;

        Sometimes(String counter) {
            this.counter = counter;
        }
    }

    private final Map<Sometimes, Long> seen = new EnumMap<>(Sometimes.class);
    private final Map<String, String> pages = new HashMap<>();

    /** Reads the counters of nodes that answer. */
    void look(List<RunningGateway> nodes) throws InterruptedException {
        for (RunningGateway node : nodes) {
            try {
                if (node.isAlive()) {
                    String page = node.get("/metrics").body();
                    pages.put("metrics of " + node.pid(), page);
                    count(page);
                }
            } catch (IOException e) {
                // Killed between two looks: the next one sees the next.
            }
        }
    }

    private void count(String page) {
        for (Sometimes one : Sometimes.values()) {
            if (!one.counter.isEmpty()) {
                page.lines()
                        .filter(line -> line.startsWith(one.counter))
                        .filter(line -> !line.endsWith(" 0.0") && !line.endsWith(" 0"))
                        .findAny()
                        .ifPresent(_ -> saw(one, true));
            }
        }
    }

    void saw(Sometimes what, boolean isSo) {
        if (isSo) {
            seen.merge(what, 1L, Long::sum);
        }
    }

    Map<String, String> pages() {
        return Map.copyOf(pages);
    }

    Set<Sometimes> seen() {
        return seen.keySet();
    }

    /** From the evidence of a run. */
    void read(Evidence evidence, String logs) {
        List<Integer> statuses =
                evidence.tries().stream().map(Evidence.Try::status).distinct().toList();
        saw(Sometimes.TOLD_TO_COME_AGAIN, statuses.contains(503));
        saw(Sometimes.FORGERY_REFUSED, statuses.contains(401));
        saw(Sometimes.ANSWER_LOST_AND_ACKNOWLEDGED_LATER, lostAnswers(evidence));
        saw(Sometimes.LATE_RESULT_REFUSED, logs.contains("lease lost"));
        saw(Sometimes.STALE_TIMESTAMP_REFUSED, logs.contains("timestamp-") || pagesSay("timestamp-"));
        saw(Sometimes.BAD_RELOAD_REFUSED, logs.contains("configuration not reloaded"));
        saw(Sometimes.EFFECT_FOUND_MADE, foundMade(evidence));
        saw(Sometimes.SAGA_COMPLETED, hasSaga(evidence, 2));
        saw(Sometimes.SAGA_COMPENSATED, hasSaga(evidence, 4));
        saw(Sometimes.SAGA_STUCK_AND_TOLD, hasSaga(evidence, 5));
        saw(Sometimes.RETRIED_BY_HAND, evidence.operated().stream().anyMatch(one -> one.status() == 200));
    }

    private boolean pagesSay(String text) {
        return pages.values().stream()
                .flatMap(String::lines)
                .anyMatch(line -> line.contains(text) && !line.endsWith(" 0.0"));
    }

    private static boolean hasSaga(Evidence evidence, int status) {
        return evidence.sagas().stream().anyMatch(saga -> saga.status() == status);
    }

    /** A delivery whose effect was there already. */
    private static boolean foundMade(Evidence evidence) {
        Set<String> made = new HashSet<>();
        for (Evidence.Delivery one : evidence.deliveries()) {
            if (one.answered().isEmpty() && !one.hasApplied() && made.contains(one.key())) {
                return true;
            }
            if (one.hasApplied()) {
                made.add(one.key());
            }
        }
        return false;
    }

    private static boolean lostAnswers(Evidence evidence) {
        List<String> broken = new ArrayList<>();
        for (Evidence.Try sent : evidence.tries()) {
            if (sent.status() == 0) {
                broken.add(sent.event());
            } else if (sent.status() == 200 && broken.contains(sent.event())) {
                return true;
            }
        }
        return false;
    }
}
