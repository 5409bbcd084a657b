package tallygate.gateway.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures as one HTML file with plots, in both languages; it loads nothing from elsewhere. */
final class BenchPage {
    private static final int WIDTH = 640;
    private static final int ROW = 26;
    private static final int LABEL = 250;
    private static final int VALUE = 90;
    private static final String STYLE = """
        body{font:15px/1.5 system-ui,sans-serif;max-width:720px;margin:2em auto;padding:0 1em;color:#1c2330;background:#fff}
        h1{font-size:1.4em}h2{font-size:1.1em;margin-top:1.6em}svg{width:100%;height:auto}
        text{font:13px system-ui,sans-serif;fill:#1c2330}.g{fill:#2563a8}.d{fill:#d98324}.o{fill:#8792a5}
        table{border-collapse:collapse}td{padding:.15em .8em .15em 0;vertical-align:top}li{margin:.3em 0}
        @media(prefers-color-scheme:dark){body{color:#dfe5ee;background:#14181f}text{fill:#dfe5ee}}
        """;

    /** A line of a plot: the parts stand one after the other. */
    private record Bar(String name, List<Part> parts, String value) {
        double sum() {
            return parts.stream().mapToDouble(Part::size).sum();
        }
    }

    /** @param kind the class of its colour */
    private record Part(String kind, double size) {}

    private BenchPage() {}

    static void write(BenchResult result, Instant at, Path file) {
        try {
            Files.writeString(file, page(result, at));
        } catch (IOException e) {
            throw new BenchException("the page could not be written to " + file + ": " + e, e);
        }
    }

    static String page(BenchResult result, Instant at) {
        BenchResult.Box box = result.box();
        var page = new StringBuilder(
                "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>tallygate bench</title>");
        page.append("<meta name=\"viewport\" content=\"width=device-width\"><style>")
                .append(STYLE)
                .append("</style>");
        page.append("<h1>tallygate bench</h1><p>")
                .append(escaped("%s · %d processors / 处理器 · Java %s · %s · %s"
                        .formatted(
                                at.truncatedTo(ChronoUnit.SECONDS),
                                box.cores(),
                                box.java(),
                                box.database(),
                                box.disk())))
                .append("</p>");
        if (!result.valid()) {
            list(page, "Not valid / 结果无效", result.reasons());
        }
        plot(page, "A second / 每秒", rates(result));
        plot(
                page,
                "Processor time for each, µs: gateway (blue), database (orange) / 每次处理器时间：网关（蓝）、数据库（橙）",
                costs(result));
        plot(page, "Latency, µs: half and 99 of 100 within / 延迟：50% 与 99% 以内", latencies(result));
        ratios(page, result);
        list(page, "Advice / 建议", result.advice());
        return page.append("</html>\n").toString();
    }

    private static List<Bar> rates(BenchResult result) {
        return List.of(
                rate("raw durable inserts / 裸写入", result.raw().perSecond()),
                rate("writer without HTTP / 写入器", result.writer().rate().perSecond()),
                rate(
                        "gateway / 网关, " + result.intake().connections(),
                        result.intake().perSecond()),
                rate(
                        "gateway / 网关, " + result.intakeWide().connections(),
                        result.intakeWide().perSecond()),
                rate("in and delivered / 收发同时", result.through().perSecond()),
                rate("claim and complete / 领取与完成", result.work().perSecond()));
    }

    private static Bar rate(String name, long perSecond) {
        return new Bar(name, List.of(new Part("g", (double) perSecond)), Long.toString(perSecond));
    }

    private static List<Bar> costs(BenchResult result) {
        return List.of(
                cost(
                        "raw durable inserts / 裸写入",
                        result.raw().clientMicros(),
                        result.raw().databaseMicros()),
                cost(
                        "gateway / 网关, " + result.intake().connections(),
                        result.intake().gatewayMicros(),
                        result.intake().databaseMicros()),
                cost(
                        "gateway / 网关, " + result.intakeWide().connections(),
                        result.intakeWide().gatewayMicros(),
                        result.intakeWide().databaseMicros()),
                cost(
                        "in and delivered / 收发同时",
                        result.through().gatewayMicros(),
                        result.through().databaseMicros()),
                cost(
                        "claim and complete / 领取与完成",
                        result.work().gatewayMicros(),
                        result.work().databaseMicros()));
    }

    private static Bar cost(String name, double gateway, double database) {
        return new Bar(
                name,
                List.of(new Part("g", gateway), new Part("d", database)),
                String.format(Locale.ROOT, "%.0f + %.0f", gateway, database));
    }

    private static List<Bar> latencies(BenchResult result) {
        var bars = new ArrayList<Bar>();
        bars.add(latency(
                "gateway / 网关, " + result.intake().connections(),
                result.intake().p50Micros(),
                result.intake().p99Micros()));
        bars.add(latency(
                "gateway / 网关, " + result.intakeWide().connections(),
                result.intakeWide().p50Micros(),
                result.intakeWide().p99Micros()));
        for (BenchPickup.Result pickup : result.pickup()) {
            bars.add(latency(
                    "due to handler / 到期至处理, " + pickup.perSecond() + "/s", pickup.p50Micros(), pickup.p99Micros()));
        }
        return bars;
    }

    private static Bar latency(String name, long half, long most) {
        return new Bar(
                name,
                List.of(new Part("g", (double) half), new Part("o", (double) Math.max(0, most - half))),
                half + " / " + most);
    }

    private static void plot(StringBuilder page, String title, List<Bar> bars) {
        double most = Math.max(1, bars.stream().mapToDouble(Bar::sum).max().orElse(1));
        page.append("<h2>").append(escaped(title)).append("</h2>");
        page.append("<svg role=\"img\" viewBox=\"0 0 %d %d\"><title>%s</title>"
                .formatted(WIDTH, ROW * bars.size(), escaped(title)));
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            int top = ROW * i;
            page.append("<text x=\"0\" y=\"%d\">%s</text>".formatted(top + 18, escaped(bar.name())));
            double x = LABEL;
            for (Part part : bar.parts()) {
                double width = part.size() / most * (WIDTH - LABEL - VALUE);
                page.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"18\"/>",
                        part.kind(),
                        x,
                        top + 4,
                        width));
                x += width;
            }
            page.append(String.format(
                    Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>", x + 6, top + 18, escaped(bar.value())));
        }
        page.append("</svg>");
    }

    private static void ratios(StringBuilder page, BenchResult result) {
        page.append("<h2>Ratios / 比率</h2><table>");
        row(page, "writer ÷ raw inserts / 写入器 ÷ 裸写入", result.intake().writerRatio());
        row(
                page,
                "least cost ÷ cost, " + result.intake().connections() + " / 最低成本 ÷ 实际成本",
                result.intake().costRatio());
        row(
                page,
                "least cost ÷ cost, " + result.intakeWide().connections() + " / 最低成本 ÷ 实际成本",
                result.intakeWide().costRatio());
        row(
                page,
                "whole life, handed over ÷ claimed / 全程：直接移交 ÷ 认领",
                result.life().ratio());
        row(page, "sagas ÷ plain loop / Saga ÷ 同样写入", result.saga().ratio());
        row(page, "lone callback ÷ one insert / 单个回调 ÷ 单次写入", result.lone().ratio());
        page.append("<tr><td>repeated to two nodes / 双节点重复回调</td><td>")
                .append(result.duplicates().exact() ? "exact / 完全一致" : "NOT EQUAL / 不一致")
                .append("</td></tr></table>");
    }

    private static void row(StringBuilder page, String name, double value) {
        page.append(String.format(Locale.ROOT, "<tr><td>%s</td><td>%.2f</td></tr>", escaped(name), value));
    }

    private static void list(StringBuilder page, String title, List<String> lines) {
        page.append("<h2>").append(escaped(title)).append("</h2><ul>");
        lines.forEach(line -> page.append("<li>").append(escaped(line)).append("</li>"));
        page.append("</ul>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
