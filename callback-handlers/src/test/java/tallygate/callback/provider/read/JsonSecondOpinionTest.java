package tallygate.callback.provider.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What we read out of a JSON text is what anybody else reads out of it: a second reader and spoiled texts. */
@Tag("T-19")
class JsonSecondOpinionTest {
    private static final List<String> TEXTS = List.of(
            "{\"id\":\"evt_1\",\"amount\":1999,\"list\":[1,2.50,-0,1e3],\"o\":{\"a\":null,\"b\":true,\"c\":\"\\u00e9\\n"
                    + "\"}}",
            "{\"a\":{\"b\":{\"c\":[[],{},\"x\"]}},\"d\":\"\\\"\\\\/\",\"e\":false}",
            "[{\"amount\":\"10.00\",\"currency\":\"EUR\"},{\"amount\":12345678901234567890}]");
    private static final String SPOILERS = "{}[]\":,\\ \t\n0123456789eE+-.tfnu/'#;\u0000\u00e9\ud83d\ufeff";

    private static String spoiled(String text, SplittableRandom dice) {
        var made = new StringBuilder(text);
        for (int i = dice.nextInt(1, 4); i > 0; i--) {
            int at = dice.nextInt(made.length());
            char other = SPOILERS.charAt(dice.nextInt(SPOILERS.length()));
            switch (dice.nextInt(4)) {
                case 0 -> made.setCharAt(at, other);
                case 1 -> made.insert(at, other);
                case 2 -> made.deleteCharAt(at);
                default -> made.insert(at, made.substring(at, Math.min(made.length(), at + dice.nextInt(1, 20))));
            }
        }
        return made.toString();
    }

    @RepeatedTest(20)
    void whatWeTakeTheSecondReaderReadsAlikeAndWhatItRefusesWeRefuse(RepetitionInfo run) {
        var dice = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 1_000; i++) {
            String text = spoiled(TEXTS.get(dice.nextInt(TEXTS.size())), dice);
            Object ours;
            try {
                ours = plain(JsonReader.read(text));
            } catch (UnreadableException _) {
                continue;
            }
            assertThat(SecondJsonReader.read(text)).as("read from %s", text).isEqualTo(ours);
        }
    }

    private static Object plain(JsonValue value) {
        return switch (value) {
            case JsonValue.Fields fields -> {
                Map<String, Object> all = new LinkedHashMap<>();
                fields.values().forEach((name, each) -> all.put(name, plain(each)));
                yield all;
            }
            case JsonValue.Items items ->
                items.values().stream().map(JsonSecondOpinionTest::plain).collect(Collectors.toList());
            case JsonValue.Nothing _ -> "null";
            case JsonValue.Text _, JsonValue.Numeral _, JsonValue.Truth _ -> value.scalar();
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':1}",
                "{a:1}",
                "{\"a\":1,}",
                "[1,]",
                "[01]",
                "[1.]",
                "[.5]",
                "[+1]",
                "[NaN]",
                "[Infinity]",
                "[0x10]",
                "{\"a\":1 /* x */}",
                "{\"a\":1} // x",
                "{\"a\":\"\t\"}",
                "{\"a\":\"\\x41\"}",
                "{\"a\":1}{\"a\":2}",
                "{\"a\":1,\"\\u0061\":2}",
                "\ufeff{\"a\":1}",
                "{\"a\":tru}"
            })
    void whatOnlySomeReadersTakeIsRefused(String text) {
        assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(UnreadableException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c0af", // '/' in two bytes
                "eda080", // half a character
                "f8888080", // five bytes
                "ff",
                "e28"
            })
    void bytesThatAreNoUtf8AreRefused(String hex) {
        byte[] odd = java.util.HexFormat.of().parseHex(hex.length() % 2 == 0 ? hex : hex + "2");
        byte[] head = "{\"a\":\"".getBytes(StandardCharsets.UTF_8);
        byte[] document = java.util.Arrays.copyOf(head, head.length + odd.length + 2);
        System.arraycopy(odd, 0, document, head.length, odd.length);
        document[document.length - 2] = '"';
        document[document.length - 1] = '}';
        assertThatThrownBy(() -> JsonReader.read(document)).isInstanceOf(UnreadableException.class);
    }
}
