package tallygate.callback.provider.recipe;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What people must know of a provider beside its keys: where to enter the address, how long it sends again, how the definition
 * was proven.
 *
 * @param page texts by name and language, such as {@code retries-en} and {@code retries-zh}
 * @param sources where each fact is from
 */
public record ProviderNotes(Map<String, String> page, List<String> sources) {
    static final String RETRIES_FOR = "retries-for";
    private static final Pattern SPAN = Pattern.compile("([0-9]{1,4})(m|h|d)");

    public ProviderNotes {
        page = Map.copyOf(page);
        sources = List.copyOf(sources);
    }

    /**
     * Reads a file of notes: {@code page} and {@code sources}, as definitions have them.
     *
     * @throws IllegalStateException when it is no such file: it comes with the gateway
     */
    public static ProviderNotes read(String file, String yaml) {
        Complaints complaints = new Complaints(file);
        Section root = new Section("", YamlReader.read(yaml), complaints);
        ProviderNotes notes = new ProviderNotes(root.textMap("page"), root.texts("sources"));
        root.done();
        if (!notes.hasSpan()) {
            complaints.add(1, "page." + RETRIES_FOR, "takes a span such as 30m, 24h or 30d");
        }
        if (!complaints.all().isEmpty()) {
            throw new IllegalStateException(String.join("\n", complaints.all()));
        }
        return notes;
    }

    /** These notes, and of the others the texts that these have not. */
    public ProviderNotes with(ProviderNotes others) {
        Map<String, String> all = new HashMap<>(others.page);
        all.putAll(page);
        return new ProviderNotes(all, sources);
    }

    /** False when the span of retries is there and cannot be read. */
    boolean hasSpan() {
        return !page.containsKey(RETRIES_FOR)
                || SPAN.matcher(page.getOrDefault(RETRIES_FOR, "")).matches();
    }

    /** How long the provider sends again; nothing when that is not known. */
    public Duration retriesFor() {
        Matcher span = SPAN.matcher(page.getOrDefault(RETRIES_FOR, ""));
        if (!span.matches()) {
            return Duration.ZERO;
        }
        long count = Long.parseLong(span.group(1));
        return switch (span.group(2)) {
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    /**
     * A text of the page; empty when there is none.
     *
     * @param language {@code en} or {@code zh}
     */
    public String text(String what, String language) {
        return page.getOrDefault(what + "-" + language, "");
    }
}
