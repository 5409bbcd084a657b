package tallygate.gateway.admin.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.desk.TaskSearch;

/** When callbacks came that somebody looks for: a span that ends now, or from and to, in the words of addresses and commands. */
public final class Received {
    public static final String FROM = "received at or after: 2026-11-30T08:00:00Z, or a day, in UTC";
    public static final String TO = "received before: 2026-11-30T09:00:00Z, or up to the end of a day, in UTC";

    private static final Map<String, Duration> RANGES = Map.of(
            "15m", Duration.ofMinutes(15),
            "1h", Duration.ofHours(1),
            "24h", Duration.ofHours(24),
            "7d", Duration.ofDays(7),
            "30d", Duration.ofDays(30));

    private Received() {}

    /**
     * Any of the three may be absent; a range goes with neither of the others.
     *
     * @throws ProblemException 400 for what is no time, or no span
     */
    static TaskSearch.Span of(Optional<String> range, Optional<String> from, Optional<String> to, Instant now) {
        if (range.isEmpty()) {
            return between(from.map(at -> from(at, ZoneId.of("UTC"))), to.map(at -> to(at, ZoneId.of("UTC"))));
        }
        if (from.isPresent() || to.isPresent()) {
            throw ProblemException.bad("range", "does not go with from or to");
        }
        if (!RANGES.containsKey(range.get())) {
            throw ProblemException.bad("range", "is 15m, 1h, 24h, 7d or 30d, was " + range.get());
        }
        return within(range.get(), now);
    }

    /** Within a span that ends now, by its code, or ever for any other word. */
    public static TaskSearch.Span within(String code, Instant now) {
        return new TaskSearch.Span(Optional.ofNullable(RANGES.get(code)).map(now::minus), Optional.empty());
    }

    /** @throws ProblemException 400 when there is nothing between them */
    public static TaskSearch.Span between(Optional<Instant> from, Optional<Instant> to) {
        if (from.isPresent() && to.isPresent() && !from.get().isBefore(to.get())) {
            throw ProblemException.bad("to", "is later than from");
        }
        return new TaskSearch.Span(from, to);
    }

    /**
     * An instant, a time of day or a day, which stands for its beginning.
     *
     * @param zone of what names none
     * @throws ProblemException 400 when it is none of them
     */
    public static Instant from(String text, ZoneId zone) {
        return read("from", text, zone, 0);
    }

    /** The same; a day stands for its end. */
    public static Instant to(String text, ZoneId zone) {
        return read("to", text, zone, 1);
    }

    private static Instant read(String name, String text, ZoneId zone, int days) {
        try {
            String given = text.strip().replace(' ', 'T');
            if (!given.contains("T")) {
                return LocalDate.parse(given).plusDays(days).atStartOfDay(zone).toInstant();
            }
            boolean isLocal = given.matches(".*T[0-9:.]+");
            return isLocal
                    ? LocalDateTime.parse(given).atZone(zone).toInstant()
                    : OffsetDateTime.parse(given).toInstant();
        } catch (DateTimeException e) {
            throw ProblemException.bad(name, "is a time such as 2026-11-30T08:00:00Z, or a day such as 2026-11-30");
        }
    }
}
