package tallygate.callback.provider.read;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/** Times as providers write them. A text that is no such time is nothing, never an error and never a guess. */
public final class Moments {
    private static final int EPOCH_DIGITS_MAX = 15;
    /** 1e11 seconds is the year 5138, 1e11 milliseconds is 1973. */
    private static final long MILLIS_FROM = 100_000_000_000L;

    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffset("+HH:MM", "Z")
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HHMM", "Z")
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HH", "Z")
            .optionalEnd()
            .toFormatter(Locale.ROOT);

    private Moments() {}

    public static Optional<Instant> epochSeconds(String text) {
        return whole(text).map(Instant::ofEpochSecond);
    }

    public static Optional<Instant> epochMillis(String text) {
        return whole(text).map(Instant::ofEpochMilli);
    }

    /** Seconds or milliseconds, told by their size, for providers that send both. */
    public static Optional<Instant> epochEither(String text) {
        return whole(text).map(n -> n >= MILLIS_FROM ? Instant.ofEpochMilli(n) : Instant.ofEpochSecond(n));
    }

    /** RFC 3339 and its relatives: either case, offsets with or without colon, a leap second counts as the one before it. */
    public static Optional<Instant> iso(String text) {
        try {
            var parsed = ISO.parse(text.replace(":60", ":59").replace(' ', 'T'));
            return parsed.isSupported(ChronoField.OFFSET_SECONDS)
                    ? Optional.of(Instant.from(parsed))
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** A local time in the provider's own zone, which never is the server's. */
    public static Optional<Instant> local(String text, DateTimeFormatter format, ZoneOffset zone) {
        try {
            return Optional.of(LocalDateTime.parse(text, format).toInstant(zone));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Long> whole(String text) {
        boolean isWhole = !text.isEmpty() && text.length() <= EPOCH_DIGITS_MAX;
        for (int i = 0; isWhole && i < text.length(); i++) {
            isWhole = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return isWhole ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }
}
