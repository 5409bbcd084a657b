package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/** The texts in a file, whether it is plain, gzip or zip: told by its first bytes, never by its name. */
final class Unpacked {
    private static final int HEAD = 4096;
    private static final long FREE_BYTES = 1 << 20;

    private final Bounds bounds;

    Unpacked(Bounds bounds) {
        this.bounds = bounds;
    }

    /** Takes one text after the other. */
    @FunctionalInterface
    interface Member {
        /**
         * @param name in the zip; empty when the file is none
         * @param text marks are supported for its first 4096 bytes
         */
        void take(String name, BufferedInputStream text) throws IOException;
    }

    /**
     * @throws BadStatementException when it is cut off, broken or a bomb
     */
    void each(InputStream file, Member taker) throws IOException {
        MeteredStream packed = new MeteredStream(file, _ -> {});
        BufferedInputStream buffered = new BufferedInputStream(packed, 1 << 16);
        buffered.mark(4);
        byte[] magic = buffered.readNBytes(4);
        buffered.reset();
        try {
            if (startsWith(magic, 0x1f, 0x8b)) {
                take("", new GZIPInputStream(buffered, 1 << 16), packed, taker);
            } else if (startsWith(magic, 'P', 'K', 3, 4)) {
                unzip(new ZipInputStream(buffered, Charset.forName("GBK")), packed, taker);
            } else {
                take("", buffered, packed, taker);
            }
        } catch (EOFException e) {
            throw new BadStatementException("the file is cut off: fetch it again", e);
        } catch (ZipException e) {
            throw new BadStatementException("the file is damaged (" + e.getMessage() + "): fetch it again", e);
        } catch (IllegalArgumentException e) {
            throw new BadStatementException("the zip names a file in a charset that is not GBK or UTF-8", e);
        }
    }

    private void unzip(ZipInputStream zip, MeteredStream packed, Member taker) throws IOException {
        int members = 0;
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            if (++members > bounds.membersMax()) {
                throw new BadStatementException("the zip has more than " + bounds.membersMax() + " files");
            }
            if (!entry.isDirectory()) {
                take(entry.getName(), zip, packed, taker);
            }
            // Reads the rest, so that its checksum is judged too.
            zip.closeEntry();
        }
        if (members == 0) {
            throw new BadStatementException("the zip is empty or cut off");
        }
    }

    private void take(String name, InputStream text, MeteredStream packed, Member taker) throws IOException {
        MeteredStream unpacked = new MeteredStream(text, count -> {
            if (count > bounds.unpackedBytesMax()) {
                throw new BadStatementException("the text is over " + bounds.unpackedBytesMax() + " bytes");
            }
            if (count > FREE_BYTES && count / bounds.ratioMax() > packed.count()) {
                throw new BadStatementException("the file unpacks to more than " + bounds.ratioMax()
                        + " times its size: taken for a decompression bomb");
            }
        });
        BufferedInputStream member = new BufferedInputStream(unpacked, 1 << 16);
        member.mark(HEAD);
        taker.take(name, member);
        // To the end: a checksum at the end of what nobody read is a checksum too.
        member.transferTo(OutputStream.nullOutputStream());
    }

    static byte[] head(BufferedInputStream text) throws IOException {
        text.mark(HEAD);
        byte[] head = text.readNBytes(HEAD);
        text.reset();
        return head;
    }

    private static boolean startsWith(byte[] bytes, int... magic) {
        if (bytes.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((bytes[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
