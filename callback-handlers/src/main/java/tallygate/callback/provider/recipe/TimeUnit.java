package tallygate.callback.provider.recipe;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import tallygate.callback.provider.read.Moments;

/** How a definition's times are written. */
record TimeUnit(Kind kind, Optional<DateTimeFormatter> pattern, ZoneOffset zone) {
    enum Kind {
        S,
        MS,
        /** Seconds or milliseconds, told by size: for providers whose own SDKs disagree. */
        AUTO,
        ISO,
        /** A local time in a pattern and zone of the provider's. */
        LOCAL
    }

    static TimeUnit of(Kind kind) {
        return new TimeUnit(kind, Optional.empty(), ZoneOffset.UTC);
    }

    /** @throws IllegalArgumentException when the pattern or the zone is none */
    static TimeUnit local(String pattern, String zone) {
        try {
            return new TimeUnit(
                    Kind.LOCAL, Optional.of(DateTimeFormatter.ofPattern(pattern, Locale.ROOT)), ZoneOffset.of(zone));
        } catch (java.time.DateTimeException e) {
            throw new IllegalArgumentException("zone takes an offset such as +08:00, was '" + zone + "'", e);
        }
    }

    Optional<Instant> read(String text) {
        return switch (kind) {
            case S -> Moments.epochSeconds(text);
            case MS -> Moments.epochMillis(text);
            case AUTO -> Moments.epochEither(text);
            case ISO -> Moments.iso(text);
            case LOCAL -> pattern.flatMap(format -> Moments.local(text, format, zone));
        };
    }

    /** What the provider would write for that instant. */
    String write(Instant instant) {
        return switch (kind) {
            case S -> Long.toString(instant.getEpochSecond());
            case MS, AUTO -> Long.toString(instant.toEpochMilli());
            case ISO -> instant.truncatedTo(ChronoUnit.MILLIS).toString();
            case LOCAL -> pattern.orElse(DateTimeFormatter.ISO_LOCAL_DATE_TIME).format(instant.atOffset(zone));
        };
    }

    /** An instant without what this unit cannot say, so that a window's edge is where the provider sees it. */
    Instant rounded(Instant instant) {
        return kind == Kind.S ? instant.truncatedTo(ChronoUnit.SECONDS) : instant;
    }
}
