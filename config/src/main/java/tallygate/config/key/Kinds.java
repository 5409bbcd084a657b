package tallygate.config.key;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tallygate.config.source.Paths;
import tallygate.config.value.BindAddress;
import tallygate.config.value.Cidr;
import tallygate.config.value.DurationText;
import tallygate.config.value.Jitter;
import tallygate.config.value.Secret;
import tallygate.config.value.Size;
import tallygate.config.value.StatusSet;
import tallygate.config.value.UnfitException;

/** The types that keys have. */
public final class Kinds {
    private Kinds() {}

    public static Kind<Duration> duration(String least, String most) {
        Duration min = DurationText.parse(least);
        Duration max = DurationText.parse(most);
        return TextKind.of(
                text -> within(DurationText.parse(text), min, max),
                DurationText::format,
                new Words(
                        "a duration from " + least + " to " + most + ", as 250ms, 5s, 5m, 2h or 7d",
                        "时长，" + least + " 到 " + most + "，写作 250ms、5s、5m、2h 或 7d"),
                pattern("^[0-9]{1,12} ?(ms|s|m|h|d)$"));
    }

    public static Kind<Size> size(String least, String most) {
        Size min = Size.parse(least);
        Size max = Size.parse(most);
        return TextKind.of(
                text -> within(Size.parse(text), min, max),
                Size::toString,
                new Words(
                        "a size from " + least + " to " + most + ", as 512B, 256KiB, 4MiB or 1GiB",
                        "大小，" + least + " 到 " + most + "，写作 512B、256KiB、4MiB 或 1GiB"),
                pattern("^[0-9]{1,12} ?(B|KiB|MiB|GiB)$"));
    }

    public static Kind<Integer> integer(int least, int most) {
        return TextKind.of(
                text -> within(wholeNumber(text), least, most),
                String::valueOf,
                new Words("a whole number from " + least + " to " + most, "整数，" + least + " 到 " + most),
                Map.of("type", "integer", "minimum", least, "maximum", most));
    }

    private static int wholeNumber(String text) {
        if (!text.matches("-?[0-9]{1,9}")) {
            throw new UnfitException("is not a whole number");
        }
        return Integer.parseInt(text);
    }

    private static <T extends Comparable<T>> T within(T value, T least, T most) {
        if (value.compareTo(least) < 0) {
            throw new UnfitException("is too small");
        }
        if (value.compareTo(most) > 0) {
            throw new UnfitException("is too large");
        }
        return value;
    }

    /** One of a few words. */
    public static Kind<String> choice(List<String> words) {
        String list = String.join(", ", words);
        return TextKind.of(
                text -> {
                    if (!words.contains(text)) {
                        throw new UnfitException(
                                "is not known", Suggestion.nearest(text, words).orElse(""));
                    }
                    return text;
                },
                Function.identity(),
                new Words(words.size() == 1 ? list : "one of " + list, words.size() == 1 ? list : "其一：" + list),
                Map.of("enum", words));
    }

    /** A constant of an enum, written in lower case with hyphens. */
    public static <E extends Enum<E>> Kind<E> choice(Class<E> type) {
        List<E> constants = List.of(type.getEnumConstants());
        Kind<String> byName = choice(constants.stream().map(Kinds::written).toList());
        return TextKind.of(
                text -> constants.stream()
                        .filter(constant -> written(constant).equals(text))
                        .findFirst()
                        .orElseThrow(() -> new UnfitException(
                                "is not known",
                                Suggestion.nearest(
                                                text,
                                                constants.stream()
                                                        .map(Kinds::written)
                                                        .toList())
                                        .orElse(""))),
                Kinds::written,
                byName.allowed(),
                byName.schema());
    }

    private static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Kind<BindAddress> bind() {
        return TextKind.of(
                BindAddress::parse,
                BindAddress::toString,
                new Words(
                        "HOST:PORT, as 0.0.0.0:8080, [::]:8080 or localhost:8080",
                        "主机:端口，如 0.0.0.0:8080、[::]:8080 或 localhost:8080"),
                pattern("^.+:[0-9]{1,5}$"));
    }

    public static Kind<List<Cidr>> cidrs() {
        Kind<Cidr> one = TextKind.of(
                Cidr::parse,
                Cidr::toString,
                new Words("an address range, as 10.0.0.0/8 or 2001:db8::/32", "地址段，如 10.0.0.0/8 或 2001:db8::/32"),
                pattern("^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$"));
        return new ListKind<>(one, 0, 1_000);
    }

    public static Kind<StatusSet> statuses() {
        Kind<StatusSet> one = TextKind.of(
                StatusSet::parse,
                StatusSet::toString,
                new Words("an HTTP status, as 409, 4xx or 500-599", "HTTP 状态码，如 409、4xx 或 500-599"),
                Map.of(
                        "anyOf",
                        List.of(
                                Map.of("type", "integer", "minimum", 100, "maximum", 599),
                                pattern("^([1-5][0-9]{2}(-[1-5][0-9]{2})?|[1-5]xx)$"))));
        return new MappedKind<>(new ListKind<>(one, 0, 50), StatusSet::union, StatusSet::toString);
    }

    public static Kind<Jitter> jitter() {
        return TextKind.of(
                Jitter::parse,
                Jitter::toString,
                new Words(
                        "a share from 0% to 100%, or a range of durations, as 0s..10s",
                        "0% 到 100% 的比例，或时长范围，如 0s..10s"),
                pattern("^([0-9]{1,3} ?%|[0-9]{1,12} ?(ms|s|m|h|d)\\.\\.[0-9]{1,12} ?(ms|s|m|h|d))$"));
    }

    /** A text on one line that is not empty. */
    public static Kind<String> line(int lengthMax) {
        return TextKind.of(
                text -> checked(
                        text,
                        Pattern.compile("[^\\p{Cntrl}]{1," + lengthMax + "}"),
                        "is empty, too long or has several lines"),
                Function.identity(),
                new Words("a text of 1 to " + lengthMax + " characters", "1 到 " + lengthMax + " 个字符的文本"),
                Map.of("type", List.of("string", "number", "boolean")));
    }

    /** The name of an endpoint, an account or a route. */
    public static Kind<String> name() {
        return TextKind.of(
                text -> checked(text, Paths.NAME, "is not a name"),
                Function.identity(),
                new Words(
                        "letters, digits, '.', '_' and '-', beginning with a letter or digit, at most 64",
                        "字母、数字、“.”、“_”、“-”，以字母或数字开头，最多 64 个字符"),
                Map.of("type", List.of("string", "number"), "pattern", "^" + Paths.NAME + "$"));
    }

    static String checked(String text, Pattern pattern, String otherwise) {
        if (!pattern.matcher(text).matches()) {
            throw new UnfitException(otherwise);
        }
        return text;
    }

    public static Kind<Secret> secret() {
        return secret(1);
    }

    public static Kind<Secret> secretOrEmpty() {
        return secret(0);
    }

    private static Kind<Secret> secret(int lengthMin) {
        return TextKind.of(
                        text -> {
                            if (text.length() < lengthMin) {
                                throw new UnfitException("is empty");
                            }
                            return new Secret(text);
                        },
                        Secret::toString,
                        new Words(
                                "a text" + (lengthMin > 0 ? " that is not empty" : "")
                                        + ", best as ${file:PATH} or ${env:NAME}",
                                (lengthMin > 0 ? "非空文本" : "文本") + "，最好写作 ${file:PATH} 或 ${env:NAME}"),
                        Map.of("type", List.of("string", "number", "boolean")))
                .secret();
    }

    /** A text, or a list of texts. */
    public static <T> Kind<List<T>> oneOrMore(Kind<T> item, int itemsMax) {
        return new OneOrMoreKind<>(item, new ListKind<>(item, 1, itemsMax));
    }

    /** The same type; its values are never shown. */
    public static <T> Kind<T> secret(Kind<T> kind) {
        if (!(kind instanceof TextKind<T> text)) {
            throw new IllegalArgumentException("only a text can be made secret");
        }
        return text.secret();
    }

    /** The path of a PEM file with at least one block of the type. */
    public static Kind<Path> pemFile(String blockType) {
        return shownInPart(
                text(
                        text -> PemFile.checked(text, blockType),
                        Path::toString,
                        new Words(
                                "the path of a PEM file with -----BEGIN " + blockType + "-----",
                                "含 -----BEGIN " + blockType + "----- 的 PEM 文件路径"),
                        "^.+$"),
                text -> text.contains("-----BEGIN") ? "-----BEGIN …" : text);
    }

    /** The same type; of a wrong text only a part is shown. */
    public static <T> Kind<T> shownInPart(Kind<T> kind, UnaryOperator<String> part) {
        if (!(kind instanceof TextKind<T> text)) {
            throw new IllegalArgumentException("only a text can be shown in part");
        }
        return text.presenting(part);
    }

    public static <T> Kind<List<T>> list(Kind<T> item, int itemsMin, int itemsMax) {
        return new ListKind<>(item, itemsMin, itemsMax);
    }

    /** An absolute http or https URL without user, password or fragment. */
    public static Kind<URI> httpUrl() {
        return TextKind.of(
                        Kinds::httpUrl,
                        URI::toString,
                        new Words("an http:// or https:// URL", "http:// 或 https:// 的 URL"),
                        pattern("^https?://.+$"))
                .presenting(text -> text.replaceAll("//[^/@]*@", "//***@").replaceAll("\\?.*", "?…"));
    }

    private static URI httpUrl(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new UnfitException("is not a URL");
        }
        boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!isHttp) {
            throw new UnfitException(
                    "is not an http or https URL",
                    text.matches("[A-Za-z0-9.-]+(:[0-9]+)?(/.*)?") ? "http://" + text : "");
        }
        if (url.getHost() == null || url.getPort() > 65_535) {
            throw new UnfitException("has no usable host");
        }
        if (url.getRawUserInfo() != null) {
            throw new UnfitException("holds a user or password");
        }
        if (url.getRawFragment() != null) {
            throw new UnfitException("has a fragment (#…), which is never sent");
        }
        return url;
    }

    /** Any type made of text. */
    public static <T> Kind<T> text(
            Function<String, T> parser, Function<T, String> shower, Words allowed, String jsonPattern) {
        return TextKind.of(parser, shower, allowed, pattern(jsonPattern));
    }

    static Map<String, Object> pattern(String pattern) {
        return Map.of("type", "string", "pattern", pattern);
    }
}
