package tallygate.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A completeness certificate to be printed. */
final class CertificateText {
    private CertificateText() {}

    static String of(String json, String digest) {
        try {
            return of(new ObjectMapper().readTree(json), digest);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a certificate of ours is no JSON", e);
        }
    }

    static String of(JsonNode certificate, String digest) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "Completeness certificate: endpoint "
                        + certificate.path("endpoint").asText() + ", account "
                        + certificate.path("account").asText() + ", day "
                        + certificate.path("day").asText());
        line(
                text,
                "  from " + certificate.path("from").asText() + " to "
                        + certificate.path("to").asText());
        line(text, certificate.path("complete").asBoolean() ? "  COMPLETE" : "  NOT COMPLETE, because:");
        certificate.path("incompleteBecause").forEach(reason -> line(text, "    - " + reason.asText()));
        StringBuilder events = new StringBuilder("  events:");
        certificate
                .path("events")
                .properties()
                .forEach(entry -> events.append(' ')
                        .append(entry.getKey())
                        .append(' ')
                        .append(entry.getValue().asText()));
        line(text, events.toString());
        line(
                text,
                "  statements taken: "
                        + certificate.path("statement").path("files").asText());
        certificate
                .path("sums")
                .forEach(sum -> line(
                        text,
                        "  " + sum.path("kind").asText() + " "
                                + sum.path("currency").asText() + ": ours "
                                + sum.path("oursMinor").asText() + ", theirs "
                                + sum.path("theirsMinor").asText() + ", difference "
                                + sum.path("differenceMinor").asText() + " (minor units)"));
        text.append("  digest ").append(digest);
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
