package tallygate.callback.provider.code;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/** Local times in the provider's zone, and the way back for made callbacks. */
final class Times {
    static final ZoneOffset CHINA = ZoneOffset.ofHours(8);
    static final ZoneOffset INDIA = ZoneOffset.ofHoursMinutes(5, 30);
    static final ZoneOffset KOREA = ZoneOffset.ofHours(9);

    /** {@code 20260131235959} */
    static final DateTimeFormatter DENSE = DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT);

    /** {@code 2026-01-31 23:59:59}, with or without a fraction. */
    static final DateTimeFormatter DASHED = fractional("uuuu-MM-dd HH:mm:ss");

    /** {@code 2026-01-31T23:59:59}, with or without a fraction. */
    static final DateTimeFormatter ISO_LOCAL = fractional("uuuu-MM-dd'T'HH:mm:ss");

    /** {@code 2026/01/31 23:59:59} */
    static final DateTimeFormatter SLASHED = DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm:ss", Locale.ROOT);

    private Times() {}

    private static DateTimeFormatter fractional(String pattern) {
        return new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                .toFormatter(Locale.ROOT);
    }

    /** Nothing when the text is no such time. An hour that clocks jumped over is read as if they had not. */
    static Optional<Instant> local(String text, DateTimeFormatter format, ZoneId zone) {
        try {
            return Optional.of(LocalDateTime.parse(text, format).atZone(zone).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    static String text(Instant at, DateTimeFormatter format, ZoneId zone) {
        return format.format(LocalDateTime.ofInstant(at, zone));
    }
}
