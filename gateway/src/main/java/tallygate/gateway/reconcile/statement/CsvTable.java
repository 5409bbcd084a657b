package tallygate.gateway.reconcile.statement;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.BufferedInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.List;

/** A table as RFC 4180 has it, record by record: quoted fields may hold separators, quotes and line ends. */
final class CsvTable {
    private static final CsvMapper MAPPER = CsvMapper.builder()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .build();

    private final Charset charset;
    private final char separator;
    private final int charsMax;

    CsvTable(Charset charset, char separator, int charsMax) {
        this.charset = charset;
        this.separator = separator;
        this.charsMax = charsMax;
    }

    /** Takes one record. */
    @FunctionalInterface
    interface Taker {
        void take(long line, List<String> fields) throws IOException;
    }

    /** @throws BadStatementException when it is no such table */
    void each(BufferedInputStream text, Taker taker) throws IOException {
        skipMark(text);
        Reader reader = new BoundedRecords(
                new InputStreamReader(
                        text,
                        charset.newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)),
                charsMax);
        long line = 0;
        try (MappingIterator<List<String>> records = MAPPER.readerForListOf(String.class)
                .with(CsvSchema.emptySchema().withColumnSeparator(separator))
                .readValues(reader)) {
            while (records.hasNextValue()) {
                JsonLocation at = records.getCurrentLocation();
                line = at.getLineNr();
                List<String> fields = records.nextValue();
                taker.take(line, fields);
            }
        } catch (CharacterCodingException e) {
            throw new BadStatementException("after line " + line + ": a byte that is not " + charset.displayName(), e);
        } catch (JsonProcessingException e) {
            throw new BadStatementException(
                    "line " + e.getLocation().getLineNr() + " is no CSV: " + e.getOriginalMessage(), e);
        }
    }

    private static void skipMark(BufferedInputStream text) throws IOException {
        text.mark(3);
        byte[] first = text.readNBytes(3);
        if (first.length < 3 || (first[0] & 0xff) != 0xEF || (first[1] & 0xff) != 0xBB || (first[2] & 0xff) != 0xBF) {
            text.reset();
        }
    }

    /** A quote that is never closed makes one record of the rest of the file: ended at a bound. */
    private static final class BoundedRecords extends FilterReader {
        private final int charsMax;
        private boolean isQuoted;
        private int run;

        BoundedRecords(Reader in, int charsMax) {
            super(in);
            this.charsMax = charsMax;
        }

        /** The file goes on behind this text: whoever opened it closes it. */
        @Override
        public void close() {}

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            for (int i = offset; i < offset + read; i++) {
                if (buffer[i] == '"') {
                    isQuoted = !isQuoted;
                }
                run = buffer[i] == '\n' && !isQuoted ? 0 : run + 1;
                if (run > charsMax) {
                    throw new BadStatementException("a record is longer than " + charsMax
                            + " characters: a quote that is not closed, or no CSV");
                }
            }
            return read;
        }
    }
}
