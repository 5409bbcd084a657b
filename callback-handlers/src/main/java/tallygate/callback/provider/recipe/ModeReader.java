package tallygate.callback.provider.recipe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tallygate.callback.provider.read.JsonPath;

/** Reads one entry of {@code verify:}, a way of signing. */
final class ModeReader {
    private static final Duration WINDOW_USUAL = Duration.ofMinutes(5);

    private final Section section;

    ModeReader(Section section) {
        this.section = section;
    }

    Mode read(int index) {
        String name = section.text("mode", "mode " + (index + 1));
        Condition when = Expressions.condition(section, "when");
        List<String> headers = section.texts("headers");
        Optional<Section> signature = section.section("signature");
        if (signature.isEmpty()) {
            section.complain("signature", "is missing");
        }
        SignatureForm form = signature.map(this::form).orElseGet(ModeReader::noForm);
        SignatureText text = signature
                .map(s -> s.word("encoding", SignatureText.class, SignatureText.HEX))
                .orElse(SignatureText.HEX);
        List<Template> contents = contents();
        Optional<TimeRule> time = section.section("time").map(this::time);
        Mode mode = new Mode(
                name,
                when,
                keys(),
                headers,
                soleHeaders(signature, contents, headers),
                form,
                text,
                time,
                contents,
                section.section("canonical").map(ModeReader::canonical),
                algorithm(),
                batch(section, "per-item"),
                agreements());
        signature.ifPresent(Section::done);
        section.done();
        return mode;
    }

    private List<Template> contents() {
        List<Template> contents = Expressions.templates(section, "content");
        if (contents.isEmpty()) {
            section.complain("content", "is missing: what is signed?");
            return List.of(Template.parse("{body}"));
        }
        return contents;
    }

    /** Headers that carry what is signed must not stand twice; the signature's own only where it may. */
    private static Set<String> soleHeaders(Optional<Section> signature, List<Template> contents, List<String> headers) {
        Set<String> sole = new HashSet<>(headers);
        contents.forEach(content ->
                content.words().forEach(word -> Sources.headerOf(word).ifPresent(sole::add)));
        boolean mayRepeat = signature.map(s -> s.flag("repeated-header")).orElse(false);
        if (signature.isPresent() && !mayRepeat) {
            signature.get().texts("from").forEach(word -> Sources.headerOf(word).ifPresent(sole::add));
        }
        return sole;
    }

    private KeyRule keys() {
        Optional<Section> keys = section.section("keys");
        if (keys.isEmpty()) {
            return new KeyRule(List.of("secrets"), "", "", List.of(SecretDecoding.UTF8), Optional.empty());
        }
        List<String> slots = keys.get().texts("from");
        List<SecretDecoding> decodings = new ArrayList<>();
        for (String word : keys.get().texts("decode")) {
            keys.get().compiled("decode", word, ModeReader::decoding).ifPresent(decodings::add);
        }
        KeyRule rule = new KeyRule(
                slots.isEmpty() ? List.of("secrets") : slots,
                keys.get().text("prefix", ""),
                keys.get().text("not-prefix", ""),
                decodings.isEmpty() ? List.of(SecretDecoding.UTF8) : decodings,
                Expressions.template(keys.get(), "id"));
        keys.get().done();
        return rule;
    }

    private static SecretDecoding decoding(String word) {
        for (SecretDecoding decoding : SecretDecoding.values()) {
            if (Section.wordOf(decoding).equals(word)) {
                return decoding;
            }
        }
        throw new IllegalArgumentException("takes utf8, hex, base64, whsec or sha1, was '" + word + "'");
    }

    private List<Mode.Agreement> agreements() {
        List<Mode.Agreement> agreements = new ArrayList<>();
        section.textMap("agree")
                .forEach((unsigned, signed) -> section.compiled("agree", unsigned, Template::parse)
                        .ifPresent(left -> section.compiled("agree", signed, Template::parse)
                                .ifPresent(right -> agreements.add(new Mode.Agreement(left, right)))));
        return agreements;
    }

    private static SignatureForm noForm() {
        return new SignatureForm(List.of(), "", new SignatureForm.Shape.Raw(), "", false);
    }

    private SignatureForm form(Section signature) {
        List<String> from = signature.texts("from");
        if (from.isEmpty()) {
            signature.complain("from", "is missing: where does the signature stand?");
        }
        List<Source> values = new ArrayList<>();
        for (String word : from) {
            signature.compiled("from", word, Sources::parse).ifPresent(values::add);
        }
        boolean mayRepeat = signature.flag("repeated-header");
        String repeated = mayRepeat && from.size() == 1
                ? Sources.headerOf(from.getFirst()).orElse("")
                : "";
        return new SignatureForm(
                values, repeated, shape(signature), signature.text("prefix", ""), signature.flag("prefix-optional"));
    }

    private static SignatureForm.Shape shape(Section signature) {
        return switch (signature.text("parse", "raw")) {
            case "raw" -> new SignatureForm.Shape.Raw();
            case "pairs" -> {
                List<Source> keys = new ArrayList<>();
                for (String key : signature.texts("key")) {
                    String word = key.contains("{") ? key.substring(1, key.length() - 1) : "text:" + key;
                    signature.compiled("key", word, Sources::parse).ifPresent(keys::add);
                }
                yield new SignatureForm.Shape.Pairs(
                        signature.text("pair-separator", ","), signature.text("separator", "="), keys);
            }
            case "entries" ->
                new SignatureForm.Shape.Entries(
                        signature.text("separator", " "),
                        signature.text("entry-prefix", ""),
                        signature.text("first", ""));
            case "match" -> new SignatureForm.Shape.Match(pattern(signature));
            default -> {
                signature.complain("parse", "takes raw, pairs, entries or match");
                yield new SignatureForm.Shape.Raw();
            }
        };
    }

    private static Pattern pattern(Section signature) {
        String text = signature.required("pattern");
        Optional<Pattern> pattern =
                signature.compiled("pattern", text, regex -> Pattern.compile(regex, Pattern.DOTALL));
        if (pattern.isPresent() && !pattern.get().namedGroups().containsKey("sig")) {
            signature.complain("pattern", "needs a group (?<sig>…)");
        }
        return pattern.orElseGet(() -> Pattern.compile("(?<sig>.+)"));
    }

    private TimeRule time(Section time) {
        String from = time.required("from");
        Source source = time.compiled("from", from, Sources::parse).orElse(_ -> "");
        TimeRule rule = new TimeRule(
                source,
                from.startsWith("sig:"),
                unit(time),
                new TimeRule.Window(time.duration("past", WINDOW_USUAL), time.duration("future", WINDOW_USUAL)),
                !time.text("judged", "always").equals("when-configured"));
        time.done();
        return rule;
    }

    /** {@code unit:} of a time, with {@code pattern:} and {@code zone:} for local ones. */
    static TimeUnit unit(Section time) {
        TimeUnit.Kind kind = time.word("unit", TimeUnit.Kind.class, TimeUnit.Kind.S);
        if (kind != TimeUnit.Kind.LOCAL) {
            return TimeUnit.of(kind);
        }
        String zone = time.text("zone", "+00:00");
        return time.compiled("pattern", time.required("pattern"), pattern -> TimeUnit.local(pattern, zone))
                .orElse(TimeUnit.of(TimeUnit.Kind.ISO));
    }

    private static Canonical canonical(Section canonical) {
        Canonical rule = new Canonical(
                canonical.word("of", Canonical.Of.class, Canonical.Of.FIELDS),
                new HashSet<>(canonical.texts("except")),
                canonical.text("prefix", ""),
                canonical.word("order", Canonical.Order.class, Canonical.Order.RECEIVED),
                canonical.flag("keep-empty"),
                canonical.word("write", Canonical.Form.class, Canonical.Form.PAIR),
                canonical.text("join", "&"));
        canonical.done();
        return rule;
    }

    private AlgorithmRule algorithm() {
        Algorithm usual = section.compiled("algorithm", section.required("algorithm"), Algorithm::parse)
                .orElse(new Algorithm.Equal());
        Optional<Section> chosen = section.section("algorithm-from");
        if (chosen.isEmpty()) {
            return AlgorithmRule.always(usual);
        }
        Map<String, Algorithm> allowed = new LinkedHashMap<>();
        Section from = chosen.get();
        from.textMap("allowed")
                .forEach((word, algorithm) -> from.compiled("allowed", algorithm, Algorithm::parse)
                        .ifPresent(parsed -> allowed.put(word, parsed)));
        AlgorithmRule rule = new AlgorithmRule(usual, Expressions.template(from, "value"), allowed);
        from.done();
        return rule;
    }

    /** A mapping {@code {list, item}} of JSON pointers. */
    static Optional<Batch> batch(Section parent, String key) {
        return parent.section(key).map(section -> {
            JsonPath list = section.compiled("list", section.required("list"), JsonPath::of)
                    .orElse(JsonPath.of(""));
            JsonPath item = section.compiled("item", section.text("item", ""), JsonPath::of)
                    .orElse(JsonPath.of(""));
            section.done();
            return new Batch(list, item);
        });
    }
}
