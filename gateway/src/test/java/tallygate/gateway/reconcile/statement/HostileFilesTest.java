package tallygate.gateway.reconcile.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class HostileFilesTest {
    private static final Expected DAY = Read.expected("2026-05-02");

    @Test
    void aGzipBombIsEndedLongBeforeItIsUnpacked() {
        byte[] bomb = Bills.gzip(new byte[64 << 20]);

        Read.refusal(new StatementFormat.Wechat(), bomb, DAY).hasMessageContaining("decompression bomb");
    }

    @Test
    void aZipBombBesideTheBillIsEndedToo() {
        byte[] bomb = Bills.zip(Bills.GBK, "readme.txt", new byte[64 << 20]);

        Read.refusal(new StatementFormat.Alipay(), bomb, DAY).hasMessageContaining("decompression bomb");
    }

    @Test
    void aZipOfManyFilesIsRefused() {
        Object[] members = new Object[2 * 70];
        for (int i = 0; i < members.length; i += 2) {
            members[i] = "m" + i;
            members[i + 1] = new byte[1];
        }

        Read.refusal(new StatementFormat.Alipay(), Bills.zip(Bills.GBK, members), DAY)
                .hasMessageContaining("more than 64 files");
    }

    @Test
    void aLineWithoutEndIsRefused() {
        Read.refusal(new StatementFormat.Wechat(), "交易时间" + "x".repeat(100_000), DAY)
                .hasMessageContaining("longer than 65536 characters");
    }

    @Test
    void rubbishIsNoStatementOfAnyFormat() {
        byte[] rubbish = new byte[5_000];
        new java.util.SplittableRandom(7).nextBytes(rubbish);
        for (StatementFormat format : new StatementFormat[] {
            new StatementFormat.Wechat(),
            new StatementFormat.Alipay(),
            new StatementFormat.UnionPay(),
            new StatementFormat.Stripe(),
            new StatementFormat.PayPal(),
            new StatementFormat.Adyen()
        }) {
            Read.refusal(format, rubbish, DAY);
            Read.refusal(format, new byte[0], DAY);
        }
    }

    /** A million rows, gzipped on the fly: the file is never whole anywhere, so what is held is what reading holds. */
    @Test
    void aMillionRowsStreamThroughBoundedMemory() throws Exception {
        int million = 1_000_000;
        AtomicLong rows = new AtomicLong();
        AtomicLong sum = new AtomicLong();
        PipedInputStream in = new PipedInputStream(1 << 16);
        PipedOutputStream pipe = new PipedOutputStream(in);
        Thread provider = Thread.ofVirtual().start(() -> provide(pipe, million));
        Runtime runtime = Runtime.getRuntime();
        long[] most = new long[1];
        System.gc();
        long before = runtime.totalMemory() - runtime.freeMemory();

        new Statements(Bounds.standard()).read(new StatementFormat.Wechat(), in, DAY, row -> {
            sum.addAndGet(row.grossMinor());
            if (rows.incrementAndGet() % 250_000 == 0) {
                System.gc();
                most[0] = Math.max(most[0], runtime.totalMemory() - runtime.freeMemory());
            }
        });

        provider.join();
        assertThat(rows).hasValue(million);
        assertThat(sum).hasValue(million * 123L);
        assertThat(most[0] - before)
                .as("bytes held at once, of a text of 250 MB")
                .isLessThan(64L << 20);
    }

    private static void provide(PipedOutputStream pipe, int rows) {
        try (GZIPOutputStream out = new GZIPOutputStream(pipe, 1 << 16)) {
            out.write((Bills.WECHAT_HEADER + "\n").getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < rows; i++) {
                String row = Bills.wechatPaid("2026-05-02 09:12:44", "42" + i * 7919L, "PG-" + i, "1.23", "1.23");
                out.write((row + "\n").getBytes(StandardCharsets.UTF_8));
            }
            out.write((Bills.WECHAT_SUMMARY + "\n`1000000,`1230000.00,`0.00,`0.00,`60000.00000,`1230000.00,`0.00\n")
                    .getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aSinkThatEndsTheReadingIsObeyed() {
        InputStream bill = new SequenceInputStream(
                new ByteArrayInputStream((Bills.WECHAT_HEADER + "\n").getBytes(StandardCharsets.UTF_8)),
                new ByteArrayInputStream(Bills.wechatPaid("2026-05-02 09:12:44", "42", "PG", "1.23", "1.23")
                        .getBytes(StandardCharsets.UTF_8)));

        assertThatThrownBy(() -> new Statements(Bounds.standard()).read(new StatementFormat.Wechat(), bill, DAY, _ -> {
                    throw new IOException("the database went away");
                }))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(BadStatementException.class)
                .hasMessage("the database went away");
    }
}
