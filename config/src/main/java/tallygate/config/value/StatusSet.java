package tallygate.config.value;

import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A set of HTTP statuses: {@code 409}, {@code 4xx}, {@code 500-599}. */
public final class StatusSet {
    private static final Pattern SINGLE = Pattern.compile("[1-5][0-9]{2}");
    private static final Pattern CLASS = Pattern.compile("([1-5])xx");
    private static final Pattern RANGE = Pattern.compile("([1-5][0-9]{2})-([1-5][0-9]{2})");

    private final BitSet statuses;

    private StatusSet(BitSet statuses) {
        this.statuses = statuses;
    }

    public static StatusSet of(int... statuses) {
        var bits = new BitSet();
        for (int status : statuses) {
            bits.set(status);
        }
        return new StatusSet(bits);
    }

    /** @throws UnfitException when the text names no statuses */
    public static StatusSet parse(String text) {
        var bits = new BitSet();
        Matcher hundred = CLASS.matcher(text);
        Matcher range = RANGE.matcher(text);
        if (SINGLE.matcher(text).matches()) {
            bits.set(Integer.parseInt(text));
        } else if (hundred.matches()) {
            int first = Integer.parseInt(hundred.group(1)) * 100;
            bits.set(first, first + 100);
        } else if (range.matches()) {
            int first = Integer.parseInt(range.group(1));
            int last = Integer.parseInt(range.group(2));
            if (first > last) {
                throw new UnfitException("is a range that runs backwards", last + "-" + first);
            }
            bits.set(first, last + 1);
        } else {
            throw new UnfitException("is not an HTTP status");
        }
        return new StatusSet(bits);
    }

    public static StatusSet union(List<StatusSet> sets) {
        var bits = new BitSet();
        sets.forEach(set -> bits.or(set.statuses));
        return new StatusSet(bits);
    }

    public boolean contains(int status) {
        return status >= 0 && statuses.get(status);
    }

    public boolean isEmpty() {
        return statuses.isEmpty();
    }

    /** The statuses that both sets hold. */
    public StatusSet common(StatusSet other) {
        BitSet bits = (BitSet) statuses.clone();
        bits.and(other.statuses);
        return new StatusSet(bits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StatusSet that && statuses.equals(that.statuses);
    }

    @Override
    public int hashCode() {
        return statuses.hashCode();
    }

    @Override
    public String toString() {
        var text = new StringJoiner(", ", "[", "]");
        for (int first = statuses.nextSetBit(0); first >= 0; ) {
            int last = statuses.nextClearBit(first) - 1;
            text.add(last == first ? String.valueOf(first) : first + "-" + last);
            first = statuses.nextSetBit(last + 1);
        }
        return text.toString();
    }
}
