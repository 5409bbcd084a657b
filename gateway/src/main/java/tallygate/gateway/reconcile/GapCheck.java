package tallygate.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.EventList.ListedEvent;
import tallygate.signature.RawRequest;

/**
 * Holds a provider's list of events against what came, by ids, and brings in what is missing the way every callback goes. The
 * mark moves only after a whole span was compared; a crash reads it again, which harms nothing.
 */
public final class GapCheck {
    private static final Logger log = LoggerFactory.getLogger(GapCheck.class);

    /** Events can appear in the list late. */
    private static final Duration OVERLAP = Duration.ofHours(2);
    /** The live callback is given its time first. */
    private static final Duration SETTLE = Duration.ofMinutes(5);
    /** What a database server that took over may lack. */
    private static final Duration FAILOVER = Duration.ofHours(1);

    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final int PAGES_MAX = 10_000;

    private final GapStore store;
    private final Recovery recovery;
    private final Asked asked;
    private final InstantSource clock;

    public GapCheck(GapStore store, Recovery recovery, Asked asked, InstantSource clock) {
        this.store = store;
        this.recovery = recovery;
        this.asked = asked;
        this.clock = clock;
    }

    /** What a check came to. */
    public sealed interface Checked {
        /**
         * The whole span was compared.
         *
         * @param since where it began
         * @param listed events of the list
         * @param broughtIn of them that were missing
         * @param isTooLate the mark was older than the provider keeps events: what lies before must be looked for in statements
         */
        record Whole(Instant since, long listed, long broughtIn, boolean isTooLate) implements Checked {}

        /** Not compared to its end: the next check begins where this one did. */
        record Broken(String why, Optional<Duration> notBefore) implements Checked {}

        /** Nothing to do now: no list for this account, or another node is at it. */
        record Skipped(String why) implements Checked {}
    }

    /**
     * @param isAfterFailover another database server answers since: it may lack what was committed last, so an hour more is
     *     compared
     */
    public Checked check(String source, Account.Target target, boolean isAfterFailover) throws InterruptedException {
        Optional<EventList> list = asked.events(target.endpoint());
        if (list.isEmpty()) {
            return new Checked.Skipped(
                    "the provider of " + target.endpoint() + " lists no events, or not without credentials");
        }
        Optional<GapStore.Mark> mark = store.take(source, LEASE);
        if (mark.isEmpty()) {
            return new Checked.Skipped("another node compares account " + source);
        }
        Instant now = clock.instant();
        Instant oldest = now.minus(list.get().retention()).plus(SETTLE);
        Instant since = mark.get().confirmedUntil().minus(OVERLAP);
        if (isAfterFailover && since.isAfter(now.minus(FAILOVER))) {
            since = now.minus(FAILOVER);
        }
        boolean isFirst = mark.get().confirmedUntil().equals(Instant.EPOCH);
        boolean isTooLate = since.isBefore(oldest);
        EventList.Span span = new EventList.Span(isTooLate ? oldest : since, now.minus(SETTLE));
        Checked checked = pages(source, target, list.get(), span, isTooLate && !isFirst);
        if (checked instanceof Checked.Whole) {
            store.confirm(source, span.until());
        }
        return checked;
    }

    private Checked pages(String source, Account.Target target, EventList list, EventList.Span span, boolean isTooLate)
            throws InterruptedException {
        long listed = 0;
        long broughtIn = 0;
        String cursor = "";
        for (int page = 0; page < PAGES_MAX; page++) {
            switch (list.page(span, cursor, asked.tools())) {
                case EventList.Failed failed -> {
                    return new Checked.Broken(failed.why(), failed.notBefore());
                }
                case EventList.Page found -> {
                    listed += found.events().size();
                    broughtIn += bringMissing(source, target, found.events());
                    if (found.next().isEmpty()) {
                        return new Checked.Whole(span.since(), listed, broughtIn, isTooLate);
                    }
                    cursor = found.next().get();
                }
            }
        }
        return new Checked.Broken("the list has more than " + PAGES_MAX + " pages", Optional.empty());
    }

    private long bringMissing(String source, Account.Target target, List<ListedEvent> events) {
        Set<String> known =
                store.known(source, events.stream().map(ListedEvent::eventId).collect(Collectors.toSet()));
        long broughtIn = 0;
        for (ListedEvent listed : events) {
            if (known.contains(listed.eventId())) {
                continue;
            }
            RawRequest request = new RawRequest(
                    "POST", "https", "", "/callbacks/" + target.endpoint(), List.of(), listed.body(), "");
            for (PaymentEvent event : asked.read(target.endpoint(), request)) {
                Recovery.Brought brought = recovery.bring(source, target, event, "event-list");
                if (brought instanceof Recovery.Brought.Fresh) {
                    broughtIn++;
                    log.warn(
                            "task={} account={} eventId={} type={} no callback came, brought in from the provider's"
                                    + " list",
                            brought.task(),
                            source,
                            event.eventId(),
                            listed.type());
                }
            }
        }
        return broughtIn;
    }
}
