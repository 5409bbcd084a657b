package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.List;

/** Two texts line by line, side by side: the longest common lines match, at most 400 of each are compared. */
public final class Diff {
    private static final int LINES_MAX = 400;

    private Diff() {}

    /** One pair of lines; one side is empty where the other has a line more. */
    public record Line(String first, String other, boolean isSame) {}

    static List<Line> of(String first, String other) {
        List<String> a = first.lines().limit(LINES_MAX).toList();
        List<String> b = other.lines().limit(LINES_MAX).toList();
        int[][] common = common(a, b);
        List<Line> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
                lines.add(new Line(a.get(i++), b.get(j++), true));
            } else if (i < a.size() && j < b.size() && common[i + 1][j + 1] == common[i][j]) {
                lines.add(new Line(a.get(i++), b.get(j++), false));
            } else if (j >= b.size() || i < a.size() && common[i + 1][j] >= common[i][j + 1]) {
                lines.add(new Line(a.get(i++), "", false));
            } else {
                lines.add(new Line("", b.get(j++), false));
            }
        }
        return lines;
    }

    private static int[][] common(List<String> a, List<String> b) {
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
