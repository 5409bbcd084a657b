package tallygate.callback.provider.catalog;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.EndpointOptions.Environment;
import tallygate.callback.provider.Problem;

/** The keys that every endpoint may have, whatever its provider. */
final class CommonKeys {
    static final String KEY_VALIDITY = "key-validity";
    static final String REVOKE_FROM = "revoke-from";

    static final List<CredentialKey> ALL = List.of(
            CredentialKey.optional(
                    KEY_VALIDITY,
                    Kind.SECRETS_BY_ID,
                    "from when and until when a key counts, by its slot or id: secrets[1]: ../2026-12-01T00:00:00Z"),
            CredentialKey.optional(
                    REVOKE_FROM,
                    Kind.SECRETS_BY_ID,
                    "from when a leaked key no longer counts, by its slot or id: secrets[0]: 2026-12-01T00:00:00Z; what"
                            + " it signed before stays, and 'tallygate keys signed' lists it"),
            CredentialKey.optional(
                    "public-url",
                    Kind.PLAIN,
                    "the URL as registered at the provider, where a proxy lets the gateway see another one"),
            CredentialKey.optional("merchant-id", Kind.PLAIN, "refuse genuine notices that name another merchant"),
            CredentialKey.optional("app-id", Kind.PLAIN, "refuse genuine notices that name another application"),
            CredentialKey.optional(
                    "tolerance",
                    Kind.PLAIN,
                    "how old a signed time may be, 1s..7d, instead of the provider's own rule"),
            CredentialKey.optional(
                    "environment",
                    Kind.PLAIN,
                    "live or test: on a live endpoint a test event is stored but never run"));

    private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})(s|m|h|d)");

    private CommonKeys() {}

    /** Reads the options of one endpoint; what is wrong is added to the problems and left out. */
    static EndpointOptions options(String endpoint, Credentials credentials, List<Problem> problems) {
        return new EndpointOptions(
                endpoint,
                publicUrl(credentials, problems),
                word("merchant-id", credentials, problems),
                word("app-id", credentials, problems),
                tolerance(credentials, problems),
                environment(credentials, problems));
    }

    private static Optional<String> word(String key, Credentials credentials, List<Problem> problems) {
        if (!credentials.names().contains(key)) {
            return Optional.empty();
        }
        Optional<String> text = credentials.text(key).map(String::strip).filter(t -> !t.isEmpty());
        if (text.isEmpty()) {
            problems.add(new Problem(key, "takes one text that is not empty"));
        }
        return text;
    }

    private static Optional<String> publicUrl(Credentials credentials, List<Problem> problems) {
        Optional<String> text = word("public-url", credentials, problems);
        if (text.isPresent() && !isAbsoluteHttp(text.get())) {
            problems.add(new Problem("public-url", "takes an absolute http or https URL, was '" + text.get() + "'"));
            return Optional.empty();
        }
        return text;
    }

    private static boolean isAbsoluteHttp(String url) {
        try {
            URI uri = URI.create(url);
            boolean isHttp = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            return isHttp && uri.getRawAuthority() != null && uri.getRawFragment() == null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Optional<Duration> tolerance(Credentials credentials, List<Problem> problems) {
        Optional<String> text = word("tolerance", credentials, problems);
        Optional<Duration> read = text.flatMap(CommonKeys::duration)
                .filter(d -> d.compareTo(EndpointOptions.TOLERANCE_MIN) >= 0)
                .filter(d -> d.compareTo(EndpointOptions.TOLERANCE_MAX) <= 0);
        if (text.isPresent() && read.isEmpty()) {
            problems.add(new Problem(
                    "tolerance",
                    "takes 1s..7d, for example 300s or 10m, was '" + text.get()
                            + "'; 0 does not switch the check off, nothing does"));
        }
        return read;
    }

    private static Optional<Duration> duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long count = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "s" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMinutes(count);
                    case "h" -> Duration.ofHours(count);
                    default -> Duration.ofDays(count);
                });
    }

    private static Environment environment(Credentials credentials, List<Problem> problems) {
        Optional<String> text = word("environment", credentials, problems);
        if (text.isEmpty()) {
            return Environment.ANY;
        }
        return switch (text.get().toLowerCase(Locale.ROOT)) {
            case "live" -> Environment.LIVE;
            case "test" -> Environment.TEST;
            default -> {
                problems.add(new Problem("environment", "takes live or test, was '" + text.get() + "'"));
                yield Environment.ANY;
            }
        };
    }

    /** All names that an endpoint of this provider may use. */
    static List<CredentialKey> with(List<CredentialKey> own) {
        List<CredentialKey> all = new ArrayList<>(own);
        for (CredentialKey common : ALL) {
            if (own.stream().noneMatch(k -> k.name().equals(common.name()))) {
                all.add(common);
            }
        }
        return all;
    }
}
