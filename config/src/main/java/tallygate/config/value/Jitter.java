package tallygate.config.value;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What chance does to a delay: a share of it up or down ({@code 20%}), or some time on top ({@code 0s..10s}). */
public sealed interface Jitter {
    /** Up or down by at most this share. */
    record Share(int percent) implements Jitter {
        public Share {
            if (percent < 0 || percent > 100) {
                throw new IllegalArgumentException("percent is 0 to 100, got " + percent);
            }
        }

        @Override
        public String toString() {
            return percent + "%";
        }
    }

    /** Added to the delay: a time between the two. */
    record Extra(Duration least, Duration most) implements Jitter {
        public Extra {
            if (least.isNegative() || most.compareTo(least) < 0) {
                throw new IllegalArgumentException("a range runs from small to large, got " + least + ".." + most);
            }
        }

        @Override
        public String toString() {
            return DurationText.format(least) + ".." + DurationText.format(most);
        }
    }

    Pattern SHARE = Pattern.compile("([0-9]{1,3}) ?%");

    /** @throws UnfitException when the text is neither a percentage nor a range of durations */
    static Jitter parse(String text) {
        Matcher share = SHARE.matcher(text);
        if (share.matches()) {
            int percent = Integer.parseInt(share.group(1));
            if (percent > 100) {
                throw new UnfitException("is more than 100%");
            }
            return new Share(percent);
        }
        int dots = text.indexOf("..");
        if (dots < 0) {
            throw new UnfitException(
                    "is neither a percentage nor a range", text.matches("[0-9]{1,2}") ? text + "%" : "");
        }
        Duration least = DurationText.parse(text.substring(0, dots));
        Duration most = DurationText.parse(text.substring(dots + 2));
        if (most.compareTo(least) < 0) {
            throw new UnfitException("is a range that runs backwards");
        }
        return new Extra(least, most);
    }
}
