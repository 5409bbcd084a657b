package tallygate.gateway.reconcile.statement;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times of statements in the provider's zone. */
final class LocalTimes {
    static final ZoneId BEIJING = ZoneOffset.ofHours(8);
    private static final DateTimeFormatter PLAIN = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final DateTimeFormatter PAYPAL = DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm:ss xx");

    private LocalTimes() {}

    /** {@code 2026-03-01 09:12:44} in a zone. */
    static Instant plain(String what, String text, ZoneId zone) throws BadRowException {
        try {
            return LocalDateTime.parse(text, PLAIN).atZone(zone).toInstant();
        } catch (DateTimeException _) {
            throw new BadRowException(what + " is no time as yyyy-MM-dd HH:mm:ss: '" + text + "'");
        }
    }

    /** {@code 2026/03/01 10:11:12 -0800}. */
    static Instant withOffset(String what, String text) throws BadRowException {
        try {
            return OffsetDateTime.parse(text, PAYPAL).toInstant();
        } catch (DateTimeException _) {
            throw new BadRowException(what + " is no time as yyyy/MM/dd HH:mm:ss ±hhmm: '" + text + "'");
        }
    }

    /** {@code MMddHHmmss} without a year: the one that puts it nearest to the bill day. */
    static Instant yearless(String what, String text, LocalDate near, ZoneId zone) throws BadRowException {
        try {
            LocalDateTime best = null;
            for (int year = near.getYear() - 1; year <= near.getYear() + 1; year++) {
                LocalDateTime candidate = LocalDateTime.of(
                        year,
                        Integer.parseInt(text.substring(0, 2)),
                        Integer.parseInt(text.substring(2, 4)),
                        Integer.parseInt(text.substring(4, 6)),
                        Integer.parseInt(text.substring(6, 8)),
                        Integer.parseInt(text.substring(8, 10)));
                if (best == null || distance(candidate, near) < distance(best, near)) {
                    best = candidate;
                }
            }
            if (best != null && text.length() == 10) {
                return best.atZone(zone).toInstant();
            }
        } catch (DateTimeException | NumberFormatException | StringIndexOutOfBoundsException _) {
            // said below
        }
        throw new BadRowException(what + " is no time as MMddHHmmss: '" + text + "'");
    }

    private static long distance(LocalDateTime time, LocalDate day) {
        return Math.abs(time.toLocalDate().toEpochDay() - day.toEpochDay());
    }

    static void requireDay(String what, Instant time, LocalDate day, ZoneId zone) throws BadRowException {
        LocalDate found = LocalDate.ofInstant(time, zone);
        if (!found.equals(day)) {
            throw new BadRowException(what + " is of " + found + ", the bill is of " + day);
        }
    }
}
