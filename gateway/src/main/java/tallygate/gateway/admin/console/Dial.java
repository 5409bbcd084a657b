package tallygate.gateway.admin.console;

import java.util.List;
import java.util.Locale;

/**
 * A figure with its curve.
 *
 * @param value as text
 * @param note the unit, or what it is of
 * @param values oldest first
 * @param limit drawn dashed; 0 for none
 * @param isHot the figure is beyond its limit
 */
public record Dial(String title, String value, String note, List<Double> values, double limit, boolean isHot) {
    private static final int WIDTH = 240;
    private static final int HEIGHT = 56;

    public Dial {
        values = List.copyOf(values);
    }

    public boolean hasCurve() {
        return values.size() > 1;
    }

    private double top() {
        return Math.max(
                Math.max(limit * 1.15, 1e-9),
                values.stream().mapToDouble(Double::doubleValue).max().orElse(0) * 1.1);
    }

    private String height(double value) {
        return String.format(Locale.ROOT, "%.1f", HEIGHT - Math.max(0, value) / top() * HEIGHT);
    }

    /** An SVG path in a box of 240 by 56. */
    public String curve() {
        StringBuilder path = new StringBuilder("M");
        for (int i = 0; i < values.size(); i++) {
            path.append(String.format(Locale.ROOT, "%.1f", (double) i * WIDTH / (values.size() - 1)))
                    .append(',')
                    .append(height(values.get(i)))
                    .append(' ');
        }
        return path.toString().strip();
    }

    public String area() {
        return curve() + " L" + WIDTH + "," + HEIGHT + " L0," + HEIGHT + "Z";
    }

    public String line() {
        return "M0," + height(limit) + "H" + WIDTH;
    }
}
