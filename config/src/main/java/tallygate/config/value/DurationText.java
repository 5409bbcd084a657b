package tallygate.config.value;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as they are written: a whole number and one of {@code ms, s, m, h, d}. */
public final class DurationText {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,12}) ?([A-Za-z]*)");

    private DurationText() {}

    /** @throws UnfitException when the text is not a duration */
    public static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new UnfitException("is not a duration");
        }
        long number = Long.parseLong(matcher.group(1));
        try {
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "d" -> Duration.ofDays(number);
                case "" -> throw new UnfitException("has no unit", number + "s");
                case "sec", "secs", "second", "seconds", "S" -> throw unknownUnit(number + "s");
                case "min", "mins", "minute", "minutes" -> throw unknownUnit(number + "m");
                case "hour", "hours", "H" -> throw unknownUnit(number + "h");
                case "day", "days", "D" -> throw unknownUnit(number + "d");
                default -> throw unknownUnit("");
            };
        } catch (ArithmeticException e) {
            throw new UnfitException("is too long");
        }
    }

    private static UnfitException unknownUnit(String suggestion) {
        return new UnfitException("has an unknown unit", suggestion);
    }

    /** The shortest way to write a duration of whole milliseconds. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0s";
        }
        if (millis % 86_400_000 == 0) {
            return millis / 86_400_000 + "d";
        }
        if (millis % 3_600_000 == 0) {
            return millis / 3_600_000 + "h";
        }
        if (millis % 60_000 == 0) {
            return millis / 60_000 + "m";
        }
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
