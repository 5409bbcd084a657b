package tallygate.callback.provider.recipe;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Makes callbacks by a recipe's sample: renders it with a placeholder, signs what came out, renders it again. */
final class RecipeMaker implements CallbackMaker {
    private static final Pattern HOLE = Pattern.compile("\\$\\{([^}]+)}");
    private static final String PLACEHOLDER = "0".repeat(64);
    private static final long AMOUNT_USUAL = 1099;
    private static final String CURRENCY_USUAL = "EUR";

    private final Sample sample;
    private final Mode mode;
    private final Endpoint endpoint;
    private final Signers signers;

    RecipeMaker(Sample sample, Mode mode, Endpoint endpoint, Signers signers) {
        this.sample = sample;
        this.mode = mode;
        this.endpoint = endpoint;
        this.signers = signers;
    }

    @Override
    public RawRequest genuine(SampleEvent event, String url, Instant at) {
        return made(event, url, at, signers.owner());
    }

    @Override
    public RawRequest forged(SampleEvent event, String url, Instant at) {
        return made(event, url, at, signers.forger());
    }

    @Override
    public boolean signsTime() {
        return mode.time().map(TimeRule::isJudged).orElse(false);
    }

    /** The amount or, where none is told, the order is another than what was signed. */
    @Override
    public Optional<RawRequest> spoiled(SampleEvent event, String url, Instant at, Spoil how) {
        return switch (how) {
            case BODY -> altered(event, url, at);
            case KEY -> Optional.of(forged(event, url, at));
            case TIME -> signsTime() ? Optional.of(genuine(event, url, at.plus(FAR))) : Optional.empty();
            case REPLAY -> signsTime() ? Optional.of(genuine(event, url, at.minus(FAR))) : Optional.empty();
        };
    }

    private Optional<RawRequest> altered(SampleEvent event, String url, Instant at) {
        if (mode.algorithm().usual() instanceof Algorithm.Equal) {
            return Optional.empty(); // a token says nothing about the body
        }
        Map<String, String> values = values(event, url, at);
        String signature = signature(values, url, signers.owner());
        values.put("order", values.get("order") + "9");
        values.put("transaction", values.get("transaction") + "9");
        long amount = event.amountMinor().orElse(AMOUNT_USUAL);
        values.put("amount", sample.amounts().text(amount + 1, values.getOrDefault("iso-currency", CURRENCY_USUAL)));
        return Optional.of(request(values, url, signature));
    }

    private RawRequest made(SampleEvent event, String url, Instant at, Signer signer) {
        Map<String, String> values = values(event, url, at);
        return request(values, url, signature(values, url, signer));
    }

    private String signature(Map<String, String> values, String url, Signer signer) {
        Scope scope = new Scope(request(values, url, placeholder()), endpoint);
        scope.canonicalBy(mode.canonical());
        scope.timestampFrom(mode.time().map(TimeRule::source));
        try {
            if (mode.perItem().isPresent()) {
                List<JsonValue> items = mode.perItem().get().in(scope.json()).orElseGet(List::of);
                scope.item(items.getFirst());
            }
            mode.form().in(scope).ifPresent(scope::carried);
            return signer.text(mode, scope);
        } catch (UnreadableException e) {
            throw new IllegalStateException("the sample of " + mode.name() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A text in the signature's place that the provider's own form lets through. */
    private String placeholder() {
        int digits = switch (mode.algorithm().usual()) {
            case Algorithm.Plain plain -> plain.hash().of().length * 2;
            case Algorithm.Keyed _, Algorithm.Public _, Algorithm.Equal _ -> PLACEHOLDER.length();
        };
        return "0".repeat(digits);
    }

    private Map<String, String> values(SampleEvent event, String url, Instant at) {
        Map<String, String> values = new HashMap<>(sample.defaults());
        putUnlessEmpty(values, "type", event.type());
        putUnlessEmpty(values, "currency", event.currency());
        String currency = values.getOrDefault("currency", CURRENCY_USUAL);
        values.put("iso-currency", currency);
        values.put("currency-lower", currency.toLowerCase(java.util.Locale.ROOT));
        values.put("event", event.eventId());
        values.put("order", event.orderId());
        values.put("transaction", event.transactionId());
        OptionalLong amount = event.amountMinor();
        values.put("amount", sample.amounts().text(amount.orElse(AMOUNT_USUAL), currency));
        values.put("delivery", Integer.toString(event.delivery()));
        values.put("nonce", nonce(event, at));
        values.put("url", url);
        values.put("epoch", Long.toString(at.getEpochSecond()));
        values.put("epoch-ms", Long.toString(at.toEpochMilli()));
        values.put("iso", at.truncatedTo(ChronoUnit.SECONDS).toString());
        values.put("ts", mode.time().map(time -> time.unit().write(at)).orElse(Long.toString(at.getEpochSecond())));
        endpoint.words().forEach((name, word) -> values.put("key:" + name, word));
        values.put("key-id", signers.keyId());
        return values;
    }

    private static void putUnlessEmpty(Map<String, String> values, String name, String value) {
        if (!value.isEmpty()) {
            values.put(name, value);
        }
    }

    /** Another one for each delivery. */
    private static String nonce(SampleEvent event, Instant at) {
        String seed = event.eventId() + "/" + event.delivery() + "/" + at;
        return HashAlgorithm.MD5.hex(seed.getBytes(StandardCharsets.UTF_8));
    }

    private RawRequest request(Map<String, String> values, String url, String signature) {
        Map<String, String> all = new HashMap<>(values);
        all.put("signature", signature);
        String query = filled(sample.query(), all, RecipeMaker::urlEncoded);
        URI base = URI.create(query.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + query);
        List<Header> headers = new ArrayList<>();
        sample.headers().forEach((name, value) -> headers.add(new Header(name, filled(value, all, plain -> plain))));
        UnaryOperator<String> escape = sample.isForm() ? RecipeMaker::urlEncoded : RecipeMaker::jsonEscaped;
        String target = base.getRawPath() + (base.getRawQuery() == null ? "" : "?" + base.getRawQuery());
        return new RawRequest(
                sample.method(),
                base.getScheme(),
                base.getRawAuthority(),
                target.startsWith("/") ? target : "/" + target,
                headers,
                filled(sample.body(), all, escape).getBytes(StandardCharsets.UTF_8),
                "");
    }

    private static String filled(String text, Map<String, String> values, UnaryOperator<String> escape) {
        return HOLE.matcher(text).replaceAll(hole -> {
            String value = values.get(hole.group(1));
            if (value == null) {
                throw new IllegalStateException("the sample has no value '" + hole.group(1) + "'");
            }
            return Matcher.quoteReplacement(escape.apply(value));
        });
    }

    private static String urlEncoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String jsonEscaped(String text) {
        StringBuilder out = new StringBuilder();
        JsonWriter.appendText(out, text);
        return out.substring(1, out.length() - 1);
    }
}
