package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A bill of as many lines as {@code -Dlarge.bill=1000000} says, taken by a command whose heap would not hold it. */
@EnabledIfSystemProperty(named = "large.bill", matches = "[0-9]+")
class LargeBillIT {
    private static final Logger log = LoggerFactory.getLogger(LargeBillIT.class);

    private static final int LINES = Integer.getInteger("large.bill", 0);
    private static final String HEAP = "-Xmx48m";

    @TempDir
    private Path folder;

    private Path bill() throws IOException {
        Path file = folder.resolve("bill.csv.gz");
        try (Writer text = new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file), 1 << 16), StandardCharsets.UTF_8)) {
            text.write("交易时间,商户号,微信订单号,商户订单号,交易状态,货币种类,应结订单金额,微信退款单号,商户退款单号,退款金额,退款状态,手续费,订单金额,申请退款金额\r\n");
            for (int i = 1; i <= LINES; i++) {
                text.write(
                        "`2026-05-02 %02d:%02d:%02d,`1900000555,`42000%08d,`PG-%08d,`SUCCESS,`CNY,`1.00,`0,`0,`0.00,`,`0.00600,`1.00,`0.00\r\n"
                                .formatted(i / 3600 % 24, i / 60 % 60, i % 60, i, i));
            }
            text.write("总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n");
            text.write("`%1$d,`%1$d.00,`0.00,`0.00,`%2$s,`%1$d.00,`0.00\r\n"
                    .formatted(
                            LINES, java.math.BigDecimal.valueOf(6L * LINES, 3).toPlainString()));
        }
        return file;
    }

    private Duration imported(String... rest) throws IOException, InterruptedException {
        Path config = Files.writeString(folder.resolve("tallygate.yaml"), """
            data-dir: %s
            endpoints:
              - { name: shop, provider: stripe, account: shop-wechat, secrets: ["whsec_large0123456789"], route: orders }
            routes:
              orders: { handler: { kind: log } }
            statements:
              shop-wechat: { format: wechat, merchants: ["1900000555"] }
            """.formatted(folder.resolve("data")));
        Path out = folder.resolve("out.txt");
        ProcessBuilder builder = new ProcessBuilder(
                RunningGateway.launcher().toString(),
                "reconcile",
                "import",
                "--config",
                config.toString(),
                "--account",
                "shop-wechat",
                "--day",
                "2026-05-02",
                bill().toString());
        builder.command().addAll(java.util.List.of(rest));
        builder.environment().put("TALLYGATE_JAVA_OPTS", HEAP);
        long start = System.nanoTime();
        Process process =
                builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.MINUTES)).isTrue();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
        assertThat(Files.readString(out)).contains(LINES + " rows");
        return took;
    }

    @Test
    void aBillThatMemoryWouldNotHoldIsTaken() throws Exception {
        Duration judged = imported("--dry-run");
        Duration taken = imported();
        log.warn(
                "lines={} heap={} judged in {} ms, {} lines/s; judged and stored in {} ms, {} lines/s",
                LINES,
                HEAP,
                judged.toMillis(),
                LINES * 1000L / judged.toMillis(),
                taken.toMillis(),
                LINES * 1000L / taken.toMillis());
        assertThat(Files.readString(folder.resolve("out.txt"))).contains(LINES + " new");
    }
}
