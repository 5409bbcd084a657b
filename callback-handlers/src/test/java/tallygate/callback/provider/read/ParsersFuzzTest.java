package tallygate.callback.provider.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * Any bytes at all are read or refused, and never end in another exception. A normal test run tries the recorded inputs;
 * {@code JAZZER_FUZZ=1} with one of these tests searches for new ones.
 */
class ParsersFuzzTest {
    private static final int BYTES_MAX = 20_000;

    @FuzzTest(maxDuration = "60s")
    void json(byte[] document) {
        if (document.length > BYTES_MAX) {
            return;
        }
        try {
            JsonValue value = JsonReader.read(document);
            String written = JsonWriter.write(value);
            assertThat(JsonReader.read(written)).isEqualTo(value);
            assertThat(new BusinessDigest().add("", value).bytes()).hasSize(32);
        } catch (UnreadableException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @FuzzTest(maxDuration = "60s")
    void form(byte[] document) {
        for (Charset charset : new Charset[] {StandardCharsets.UTF_8, Charset.forName("GBK")}) {
            try {
                FormFields fields = FormFields.decode(document, charset);
                assertThat(fields.fields().size()).isLessThanOrEqualTo(document.length);
                assertThat(FormFields.decodeBy(document, "charset", charset)).isNotNull();
                assertThat(FormFields.decode(encoded(fields), StandardCharsets.UTF_8))
                        .isEqualTo(fields);
            } catch (UnreadableException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @FuzzTest(maxDuration = "60s")
    void xml(byte[] document) {
        try {
            assertThat(XmlReader.read(document).name()).isNotEmpty();
            assertThat(new String(document, StandardCharsets.ISO_8859_1)).doesNotStartWith("<!DOCTYPE");
        } catch (UnreadableException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @FuzzTest(maxDuration = "60s")
    void amountsAndTimes(byte[] document) {
        String text = new String(document, StandardCharsets.UTF_8);
        for (AmountUnit unit : AmountUnit.values()) {
            Amounts.in(unit)
                    .minor(text, "USD")
                    .ifPresent(minor -> assertThat(text).matches("-?[0-9.]+"));
        }
        assertThat(Moments.iso(text)).isNotNull();
        assertThat(Moments.epochEither(text)).isNotNull();
        assertThat(Amounts.currency(text)).matches("|[A-Z]{3}");
    }

    /** The same fields, encoded by the platform. */
    private static byte[] encoded(FormFields fields) {
        return fields.fields().stream()
                .map(field -> URLEncoder.encode(field.name(), StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(field.value(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"))
                .getBytes(StandardCharsets.US_ASCII);
    }
}
