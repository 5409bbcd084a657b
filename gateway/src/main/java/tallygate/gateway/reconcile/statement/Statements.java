package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Reads a statement of any known format, packed or not, and holds it against what is expected of it. */
public final class Statements {
    private final Bounds bounds;

    public Statements(Bounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Hands every row on as it is read; memory does not grow with the file. Rows that were handed on before it threw do not
     * count.
     *
     * @return how many rows
     * @throws BadStatementException when the file is not to be taken, with everything that is wrong with it
     * @throws IOException when it cannot be read at all, or the sink ends it
     */
    public long read(StatementFormat format, InputStream file, Expected expected, RowSink sink) throws IOException {
        Taking taking = new Taking(expected, bounds, sink);
        Reader reader = reader(format);
        boolean[] isFound = new boolean[1];
        new Unpacked(bounds).each(file, (name, text) -> {
            if (!reader.isTheOne(name, Unpacked.head(text))) {
                return;
            }
            isFound[0] = true;
            take(reader, text, taking);
        });
        if (!isFound[0]) {
            throw new BadStatementException("nothing in the file looks like a statement of format " + format.word());
        }
        taking.end();
        return taking.rows();
    }

    /**
     * Whether a file is of a format, by its first bytes; for files that may be one of two.
     *
     * @throws IOException when it cannot be read
     */
    public boolean isOf(StatementFormat format, InputStream file) throws IOException {
        Reader reader = reader(format);
        try {
            new Unpacked(bounds).each(file, (name, text) -> {
                boolean isTheOne = reader.isTheOne(name, Unpacked.head(text));
                // Only a zip may have it further on.
                if (isTheOne || name.isEmpty()) {
                    throw new Told(isTheOne);
                }
            });
        } catch (Told told) {
            return told.isTheOne;
        } catch (BadStatementException e) {
            // Whoever reads it says what is wrong with it.
            return false;
        }
        return false;
    }

    /** Ends the reading. */
    private static final class Told extends IOException {
        private static final long serialVersionUID = 1L;

        private final boolean isTheOne;

        Told(boolean isTheOne) {
            this.isTheOne = isTheOne;
        }
    }

    private static void take(Reader reader, BufferedInputStream text, Taking taking) throws IOException {
        String expected = taking.expected().sha1();
        if (expected.isEmpty()) {
            reader.read(text, taking);
            return;
        }
        DigestInputStream digested = new DigestInputStream(text, sha1());
        BufferedInputStream buffered = new BufferedInputStream(digested, 1 << 16);
        reader.read(buffered, taking);
        buffered.transferTo(java.io.OutputStream.nullOutputStream());
        String found = HexFormat.of().formatHex(digested.getMessageDigest().digest());
        if (!found.equals(expected.toLowerCase(Locale.ROOT))) {
            throw new BadStatementException(
                    "the text's SHA-1 is " + found + ", the provider said " + expected + ": fetch it again");
        }
    }

    private static Reader reader(StatementFormat format) {
        return switch (format) {
            case StatementFormat.Wechat _ -> new WechatBill();
            case StatementFormat.Alipay _ -> new AlipayBill();
            case StatementFormat.UnionPay _ -> new UnionPayFile();
            case StatementFormat.Stripe _ -> new StripeReport();
            case StatementFormat.PayPal _ -> new PayPalReport();
            case StatementFormat.Adyen _ -> new AdyenReport();
            case StatementFormat.WechatFund _ -> new WechatFundBill();
            case StatementFormat.AlipayFund _ -> new AlipayFundBill();
            case StatementFormat.Mapped(var mapping) -> new MappedTable(mapping);
        };
    }

    /** What the providers hash with; it tells a damaged file, nobody is kept out by it. */
    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-1", e);
        }
    }
}
