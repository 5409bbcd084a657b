package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tallygate.callback.provider.read.BusinessDigest;
import tallygate.callback.provider.read.JsonPath;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/** The words that a definition may use for values: {@code body}, {@code header:X}, {@code json:/pointer} and so on. */
final class Sources {
    private static final int DIGEST_CHARACTERS = 32;

    /** Words without an argument. */
    private static final Map<String, Source> PLAIN = Map.ofEntries(
            Map.entry("body", new Body()),
            Map.entry("method", scope -> scope.request().method()),
            Map.entry("path", scope -> Scope.pathOf(scope.target())),
            Map.entry("target", Scope::target),
            Map.entry("rest", Scope::rest),
            Map.entry("url", Scope::url),
            Map.entry("ts", Scope::timestamp),
            Map.entry("secret", Scope::secret),
            Map.entry("canonical", Scope::canonical));

    /** Words with an argument. */
    private static final Map<String, Function<String, Source>> NAMED = Map.ofEntries(
            Map.entry("header", name -> scope -> scope.header(name)),
            Map.entry("query", name -> scope -> scope.query().text(name)),
            Map.entry("form", name -> scope -> scope.form().text(name)),
            Map.entry("field", name -> scope -> scope.field(name)),
            Map.entry("key", name -> scope -> scope.key(name)),
            Map.entry("sig", name -> scope -> scope.carried().parameter(name)),
            Map.entry("event", name -> scope -> scope.event(name)),
            Map.entry("sample", name -> scope -> scope.event(name)),
            Map.entry("text", text -> _ -> text),
            Map.entry("json", pointer -> new Pointer(JsonPath.of(pointer), Scope::json)),
            Map.entry("item", pointer -> new Pointer(JsonPath.of(pointer), Scope::item)),
            Map.entry("inner", pointer -> new Pointer(JsonPath.of(pointer), Scope::inner)),
            Map.entry("name", pointer -> new FirstName(JsonPath.of(pointer))),
            Map.entry("digest", pointer -> new ShortDigest(JsonPath.of(pointer))));

    private Sources() {}

    static Set<String> words() {
        return NAMED.keySet();
    }

    /** True when a text without braces is meant as an expression and not as a literal. */
    static boolean isExpression(String text) {
        String head = text.contains("|") ? text.substring(0, text.indexOf('|')) : text;
        int colon = head.indexOf(':');
        return colon < 0 ? PLAIN.containsKey(head) : NAMED.containsKey(head.substring(0, colon));
    }

    /** @throws IllegalArgumentException when the word is not known */
    static Source parse(String expression) {
        int colon = expression.indexOf(':');
        if (colon < 0) {
            Source plain = PLAIN.get(expression);
            if (plain == null) {
                throw new IllegalArgumentException("'" + expression + "' is not a value here; known are "
                        + String.join(", ", PLAIN.keySet().stream().sorted().toList()) + " and "
                        + String.join(":, ", NAMED.keySet().stream().sorted().toList()) + ":");
            }
            return plain;
        }
        Function<String, Source> named = NAMED.get(expression.substring(0, colon));
        if (named == null) {
            throw new IllegalArgumentException("'" + expression.substring(0, colon)
                    + ":' is not a value here; known are "
                    + String.join(":, ", NAMED.keySet().stream().sorted().toList()) + ":");
        }
        return named.apply(expression.substring(colon + 1));
    }

    /** The header that an expression reads, if it reads one. */
    static Optional<String> headerOf(String expression) {
        return expression.startsWith("header:")
                ? Optional.of(expression.substring("header:".length()))
                : Optional.empty();
    }

    /** The body's bytes, never decoded on the way to the signature. */
    private record Body() implements Source {
        @Override
        public String text(Scope scope) {
            return new String(scope.request().body(), StandardCharsets.UTF_8);
        }

        @Override
        public byte[] bytes(Scope scope) {
            return scope.request().body();
        }
    }

    /** Gives the document that a pointer starts in. */
    @FunctionalInterface
    interface Document {
        JsonValue of(Scope scope) throws UnreadableException;
    }

    /** A scalar of a JSON document as it is written there. */
    record Pointer(JsonPath path, Document document) implements Source {
        Optional<JsonValue> value(Scope scope) throws UnreadableException {
            return path.in(document.of(scope));
        }

        @Override
        public String text(Scope scope) throws UnreadableException {
            return value(scope).map(JsonValue::scalar).orElse("");
        }
    }

    /** The name of an object's first member: some providers say the type that way. */
    private record FirstName(JsonPath path) implements Source {
        @Override
        public String text(Scope scope) throws UnreadableException {
            return path.in(scope.json())
                    .flatMap(value -> value.members().keySet().stream().findFirst())
                    .orElse("");
        }
    }

    /** A short digest of a whole value, for the ids of events that have none. */
    private record ShortDigest(JsonPath path) implements Source {
        @Override
        public String text(Scope scope) throws UnreadableException {
            Optional<JsonValue> value = path.in(scope.item());
            return value.isEmpty()
                    ? ""
                    : HexFormat.of()
                            .formatHex(new BusinessDigest().add("", value.get()).bytes())
                            .substring(0, DIGEST_CHARACTERS);
        }
    }
}
