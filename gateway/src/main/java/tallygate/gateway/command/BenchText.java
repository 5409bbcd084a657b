package tallygate.gateway.command;

import java.io.PrintWriter;
import java.util.Locale;

/** The figures for people. */
final class BenchText {
    private BenchText() {}

    static void print(BenchResult result, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-34s %10s %12s %12s %9s %9s%n",
                "",
                "a second",
                "gateway µs",
                "database µs",
                "p50 µs",
                "p99 µs");
        drive(out, "bare HTTP answer", result.floor().narrow());
        drive(out, "bare HTTP answer", result.floor().wide());
        BenchResult.Raw raw = result.raw();
        out.printf(
                Locale.ROOT,
                "%-34s %10d %12.1f %12.1f %9d%n",
                "raw inserts, " + raw.connections() + " × " + raw.batch() + " rows",
                raw.perSecond(),
                raw.clientMicros(),
                raw.databaseMicros(),
                raw.commitMicros());
        rate(
                out,
                "writer fed from memory, " + result.writer().batchRows() + " rows",
                result.writer().rate());
        intake(out, result.intake());
        intake(out, result.intakeWide());
        out.printf(
                Locale.ROOT,
                "%-34s %10d %12.1f %12.1f   (%.0f done a second)%n",
                "callbacks in and deliveries out",
                result.through().perSecond(),
                result.through().gatewayMicros(),
                result.through().databaseMicros(),
                result.through().donePerSecond());
        rate(out, "work: claim and complete", result.work());
        rate(out, "whole life, handed over", result.life().handedOver());
        rate(out, "whole life, claimed", result.life().claimed());
        result.pickup().forEach(pickup -> pickup(out, pickup));
        out.printf(Locale.ROOT, "%n");
        out.printf(
                Locale.ROOT,
                "verification %.2f µs · writer ratio %.2f · cost ratio %.2f (%d connections), %.2f (%d)%n",
                result.verify().micros(),
                result.intake().writerRatio(),
                result.intake().costRatio(),
                result.intake().connections(),
                result.intakeWide().costRatio(),
                result.intakeWide().connections());
        out.printf(
                Locale.ROOT,
                "a lone callback is acknowledged after %d µs, one plain durable insert takes %d µs: %.2f times%n",
                result.lone().acknowledgedMicros(),
                result.lone().insertMicros(),
                result.lone().ratio());
        BenchSaga.Result saga = result.saga();
        out.printf(
                Locale.ROOT,
                "sagas of four steps %d a second, the same writes by a plain loop %d: %.2f · the guard costs %.0f µs%n",
                saga.perSecond(),
                saga.plainPerSecond(),
                saga.ratio(),
                saga.guardMicros());
        BenchResult.Duplicates repeated = result.duplicates();
        out.printf(
                Locale.ROOT,
                "three in ten repeated, two nodes: %d new reported, %d rows, %d events sent: %s%n",
                repeated.reportedNew(),
                repeated.rows(),
                repeated.sentEvents(),
                repeated.exact() ? "exact" : "NOT EQUAL");
        out.printf(Locale.ROOT, "%n");
        result.advice().forEach(advice -> out.printf(Locale.ROOT, "advice: %s%n", advice));
        result.reasons().forEach(reason -> out.printf(Locale.ROOT, "not valid: %s%n", reason));
        out.flush();
    }

    private static void drive(PrintWriter out, String name, BenchDrive drive) {
        out.printf(
                Locale.ROOT,
                "%-34s %10d %12.1f %12s %9d %9d%n",
                name + ", " + drive.connections() + " connections",
                drive.perSecond(),
                drive.micros(),
                "",
                drive.p50Micros(),
                drive.p99Micros());
    }

    private static void intake(PrintWriter out, BenchResult.Intake intake) {
        out.printf(
                Locale.ROOT,
                "%-34s %10d %12.1f %12.1f %9d %9d%n",
                "gateway, " + intake.connections() + " connections",
                intake.perSecond(),
                intake.gatewayMicros(),
                intake.databaseMicros(),
                intake.p50Micros(),
                intake.p99Micros());
    }

    private static void pickup(PrintWriter out, BenchPickup.Result pickup) {
        out.printf(
                Locale.ROOT,
                "%-34s %10d %12s %12s %9d %9d   (95 of 100 within %d µs)%n",
                "from due to its handler",
                pickup.perSecond(),
                "",
                "",
                pickup.p50Micros(),
                pickup.p99Micros(),
                pickup.p95Micros());
    }

    private static void rate(PrintWriter out, String name, BenchRate rate) {
        out.printf(
                Locale.ROOT,
                "%-34s %10d %12.1f %12.1f%n",
                name,
                rate.perSecond(),
                rate.gatewayMicros(),
                rate.databaseMicros());
    }
}
