package tallygate.config.value;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written as {@code 256KiB}; the units are powers of 1024. */
public record Size(long bytes) implements Comparable<Size> {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,12}) ?([A-Za-z]*)");

    public Size {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size is not negative, got " + bytes);
        }
    }

    public static Size ofKiB(long kibibytes) {
        return new Size(Math.multiplyExact(kibibytes, 1024L));
    }

    public static Size ofMiB(long mebibytes) {
        return ofKiB(Math.multiplyExact(mebibytes, 1024L));
    }

    /** @throws UnfitException when the text is not a size */
    public static Size parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new UnfitException("is not a size");
        }
        String number = matcher.group(1);
        long factor = switch (matcher.group(2)) {
            case "B" -> 1L;
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            case "GiB" -> 1L << 30;
            case "" -> throw new UnfitException("has no unit", number + "B");
            case "K", "k", "KB", "kB", "kb", "Kib", "kib", "kiB" ->
                throw new UnfitException("has an unknown unit", number + "KiB");
            case "M", "m", "MB", "mb", "Mb", "Mib", "mib" ->
                throw new UnfitException("has an unknown unit", number + "MiB");
            case "G", "g", "GB", "gb", "Gb", "Gib", "gib" ->
                throw new UnfitException("has an unknown unit", number + "GiB");
            default -> throw new UnfitException("has an unknown unit");
        };
        try {
            return new Size(Math.multiplyExact(Long.parseLong(number), factor));
        } catch (ArithmeticException e) {
            throw new UnfitException("is too large");
        }
    }

    /** The number as an {@code int}, for buffers. */
    public int intBytes() {
        return Math.toIntExact(bytes);
    }

    @Override
    public int compareTo(Size other) {
        return Long.compare(bytes, other.bytes);
    }

    @Override
    public String toString() {
        String[] units = {"GiB", "MiB", "KiB"};
        for (int i = 0; i < units.length; i++) {
            int shift = 30 - 10 * i;
            if (bytes > 0 && (bytes & ((1L << shift) - 1)) == 0) {
                return (bytes >> shift) + units[i];
            }
        }
        return bytes + "B";
    }
}
