package tallygate.gateway.command;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.embedded.Progress;

/** Says on the console how far the embedded database is: the first start takes seconds. */
final class StartProgress implements Progress {
    private static final int PERCENT_STEP = 25;

    private final PrintWriter out;
    private @Nullable Step lastStep;
    private int lastPercent;

    StartProgress(PrintWriter out) {
        this.out = out;
    }

    @Override
    public synchronized void at(Step step, int percent) {
        if (step == lastStep && percent < lastPercent + PERCENT_STEP) {
            return;
        }
        lastStep = step;
        lastPercent = percent;
        out.println("embedded database: " + words(step) + (step == Step.UNPACK ? " " + percent + " %" : ""));
        out.flush();
    }

    private static String words(Step step) {
        return switch (step) {
            case UNPACK -> "unpacking";
            case INSTALL -> "making its tables";
            case START -> "starting";
            case READY -> "ready";
        };
    }
}
