package tallygate.callback.provider.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParsersTest {
    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static FormFields form(String text) throws UnreadableException {
        return FormFields.decode(utf8(text), StandardCharsets.UTF_8);
    }

    @Test
    void numbersKeepTheirText() throws UnreadableException {
        JsonValue json = JsonReader.read("{\"a\":72.00,\"b\":14500000000000000001,\"c\":1E2,\"d\":-0}");
        assertThat(json.scalarAt("/a")).isEqualTo("72.00");
        assertThat(json.scalarAt("/b")).isEqualTo("14500000000000000001");
        assertThat(json.scalarAt("/c")).isEqualTo("1E2");
        assertThat(json.scalarAt("/d")).isEqualTo("-0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"/list/1;2", "/list/-;3", "/*/0;1", "/o/a~1b;x", "/o/none;''", "/list/9;''", "/list/a;''"})
    void pointersLeadWhereTheySay(String pointer, String value) throws UnreadableException {
        JsonValue json = JsonReader.read("{\"list\":[1,2,3],\"o\":{\"a/b\":\"x\"}}");
        assertThat(json.scalarAt(pointer)).isEqualTo(value);
    }

    @ParameterizedTest
    @Tag("T-19")
    @ValueSource(strings = {"{\"a\":1,\"a\":1}", "{\"a\":{\"b\":1,\"b\":2}}", "1 2", "{} x"})
    void ambiguousJsonIsRefusedAndNotJustUnread(String json) {
        assertThatThrownBy(() -> JsonReader.read(json))
                .isInstanceOfSatisfying(
                        UnreadableException.class,
                        e -> assertThat(e.kind())
                                .isIn(UnreadableException.Kind.REFUSED, UnreadableException.Kind.NOT_THIS_FORM));
    }

    @Test
    void formsAreDecodedOnceAndInOrder() throws UnreadableException {
        FormFields fields = form("b=A%2BB+C&a&p=%257B&=zzz&&b2=");
        assertThat(fields.fields()).extracting(FormFields.Field::name).containsExactly("b", "a", "p", "", "b2");
        assertThat(fields.text("b")).isEqualTo("A+B C");
        assertThat(fields.text("p")).isEqualTo("%7B");
        assertThat(fields.sole("a")).hasValue("");
    }

    @Test
    void aFieldThatStandsTwiceHasNoValue() throws UnreadableException {
        FormFields fields = form("amount=0.01&x=1&amount=100.00");
        assertThat(fields.sole("amount")).isEmpty();
        assertThat(fields.repeated()).hasValue("amount");
    }

    @Test
    void aFormIsReadInTheCharsetThatItsOwnFieldNames() throws UnreadableException {
        byte[] gbk = "charset=GBK&subject=%B2%E2%CA%D4".getBytes(StandardCharsets.US_ASCII);
        assertThat(FormFields.decodeBy(gbk, "charset", StandardCharsets.UTF_8).text("subject"))
                .isEqualTo("测试");
        assertThatThrownBy(() -> FormFields.decode(gbk, StandardCharsets.UTF_8))
                .isInstanceOf(UnreadableException.class);
        assertThat(FormFields.decode(gbk, Charset.forName("GBK")).text("subject"))
                .isEqualTo("测试");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%", "a=%1", "a=%zz"})
    void aBrokenEscapeIsRefused(String text) {
        assertThatThrownBy(() -> form(text)).isInstanceOf(UnreadableException.class);
    }

    @Test
    void cdataAndPlainTextAreTheSame() throws UnreadableException {
        XmlElement xml = XmlReader.read(utf8("<xml><a><![CDATA[支付]]></a><b>支付</b><b/></xml>"));
        assertThat(xml.sole("a")).hasValue("支付");
        assertThat(xml.textAt("b")).isEqualTo("支付");
        assertThat(xml.sole("b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE xml [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><xml>&e;</xml>",
                "<!DOCTYPE xml SYSTEM \"http://127.0.0.1:9/x\"><xml/>",
                "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><xml>&b;</xml>"
            })
    void aDoctypeIsRefusedOutright(String xml) {
        assertThatThrownBy(() -> XmlReader.read(utf8(xml)))
                .isInstanceOfSatisfying(
                        UnreadableException.class,
                        e -> assertThat(e.kind()).isEqualTo(UnreadableException.Kind.REFUSED));
    }

    @ParameterizedTest
    @Tag("O-129")
    @CsvSource({
        "MAJOR,88.88,INR,8888", "MAJOR,10.5,EUR,1050", "MAJOR,100000.00,IDR,10000000", "MAJOR,1000,JPY,1000",
        "MAJOR,1.234,KWD,1234", "MINOR,500,JPY,500", "HUNDREDTHS,1000000,VND,10000", "MAJOR,50000,IDR,5000000",
        "MAJOR,0.10,CNY,10", "MINOR,10,CNY,10"
    })
    void amountsBecomeIsoMinorUnits(AmountUnit unit, String text, String currency, long minor) {
        assertThat(Amounts.in(unit).minor(text, currency)).hasValue(minor);
    }

    @ParameterizedTest
    @CsvSource({
        "MAJOR,0.735741,EUR",
        "MAJOR,100.000,EUR",
        "MAJOR,1e3,EUR",
        "MINOR,10.0,EUR",
        "MINOR,1.5,EUR",
        "MAJOR,10,''",
        "MAJOR,'1,000.00',USD",
        "MAJOR,'',USD",
        "MINOR,NaN,USD",
        "HUNDREDTHS,150,VND",
        "MAJOR,99999999999999999999,USD"
    })
    void whatCannotBeSaidExactlyIsNotGuessed(AmountUnit unit, String text, String currency) {
        assertThat(Amounts.in(unit).minor(text, currency)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-08T02:30:00+08:00",
                "2026-03-07T18:30:00Z",
                "2026-03-07t18:30:00z",
                "2026-03-07T18:30:00.000000000Z",
                "2026-03-07T18:30:00+0000",
                "2026-03-07 18:30:00Z"
            })
    void oneMomentReadsTheSameInEveryWriting(String text) {
        assertThat(Moments.iso(text)).hasValue(Instant.parse("2026-03-07T18:30:00Z"));
    }

    @Test
    @Tag("O-047")
    void aLocalTimeIsReadInTheProvidersZoneAlsoInAGapOfOurs() {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
        assertThat(Moments.local("2026-03-08 02:30:00", format, ZoneOffset.ofHours(8)))
                .hasValue(Instant.parse("2026-03-07T18:30:00Z"));
    }

    @ParameterizedTest
    @Tag("O-048")
    @ValueSource(strings = {"2026-03-07T23:59:60Z", "abc", "", "2026-13-01T00:00:00Z", "2026-03-07T18:30:00"})
    void anOddTimeIsNothingOrTheSecondBefore(String text) {
        assertThat(Moments.iso(text).filter(i -> !i.equals(Instant.parse("2026-03-07T23:59:59Z"))))
                .isEmpty();
    }
}
