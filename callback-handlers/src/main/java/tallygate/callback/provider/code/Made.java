package tallygate.callback.provider.code;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.FormFields;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** The parts that made callbacks are put together from. */
final class Made {
    private Made() {}

    static RawRequest post(String url, List<Header> headers, byte[] body) {
        URI uri = URI.create(url);
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String target = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        return new RawRequest("POST", uri.getScheme(), uri.getRawAuthority(), target, headers, body, "");
    }

    static RawRequest json(String url, List<Header> headers, String body) {
        Header type = new Header("Content-Type", "application/json; charset=utf-8");
        List<Header> all = new ArrayList<>(List.of(type));
        all.addAll(headers);
        return post(url, all, body.getBytes(StandardCharsets.UTF_8));
    }

    static RawRequest form(String url, Map<String, String> fields, Charset charset) {
        Header type = new Header("Content-Type", "application/x-www-form-urlencoded; charset=" + charset.name());
        return post(url, List.of(type), formText(fields, charset).getBytes(StandardCharsets.US_ASCII));
    }

    /** The form with one more digit in a signed field, so that no byte of its signature changes, whose place varies with the key. */
    static Optional<RawRequest> withLonger(String field, RawRequest form) {
        String body = new String(form.body(), StandardCharsets.US_ASCII).replace(field + "=", field + "=9");
        return Optional.of(post(form.url(), form.headers(), body.getBytes(StandardCharsets.US_ASCII)));
    }

    static String formText(Map<String, String> fields, Charset charset) {
        return fields.entrySet().stream()
                .map(f -> URLEncoder.encode(f.getKey(), charset) + "=" + URLEncoder.encode(f.getValue(), charset))
                .collect(Collectors.joining("&"));
    }

    /** The fields of a form by name, in their order. */
    static Map<String, String> ordered(FormFields fields) {
        Map<String, String> ordered = new LinkedHashMap<>();
        fields.fields().forEach(field -> ordered.put(field.name(), field.value()));
        return ordered;
    }

    /** A JSON text with its quotes. */
    static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
    }

    /** Letters and digits that are different for every delivery and every content, and the same for the same. */
    static String nonce(SampleEvent event, String content, int length) {
        String seed = event.eventId() + "\n" + event.delivery() + "\n" + content;
        byte[] digest = HashAlgorithm.SHA256.of(seed.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(Arrays.copyOf(digest, (length + 1) / 2)).substring(0, length);
    }
}
