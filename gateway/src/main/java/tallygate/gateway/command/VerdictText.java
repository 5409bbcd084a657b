package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;

/** The verdict on one request, for people. */
final class VerdictText {
    private VerdictText() {}

    static String of(String file, JsonNode verdict) {
        StringBuilder out = new StringBuilder(file).append(": ");
        JsonNode valid = verdict.path("valid");
        if (valid.isNull()) {
            out.append("NEEDS CONFIRMATION");
        } else {
            out.append(valid.asBoolean() ? "GENUINE" : "REFUSED ")
                    .append(verdict.path("reason").asText("").replace("null", ""));
        }
        String detail = detail(verdict);
        out.append(detail.isEmpty() ? "" : "\n  " + detail);
        for (JsonNode finding : verdict.path("findings")) {
            out.append("\n  ")
                    .append(finding.path("cause").asText())
                    .append(": ")
                    .append(finding.path("detail").asText());
        }
        for (JsonNode event : verdict.path("events")) {
            out.append("\n  event");
            event.properties().forEach(field -> {
                if (!field.getValue().isNull()) {
                    out.append(' ')
                            .append(field.getKey())
                            .append('=')
                            .append(field.getValue().asText());
                }
            });
        }
        JsonNode ack = verdict.path("ack");
        if (!ack.isMissingNode()) {
            String body = ack.path("body").asText("");
            out.append("\n  answer ").append(ack.path("status").asInt()).append(body.isEmpty() ? "" : " " + body);
        }
        return out.toString();
    }

    /** Why, without the findings that the report has once more in its detail: each has a line of its own. */
    static String detail(JsonNode verdict) {
        String detail = verdict.path("detail").asText();
        for (JsonNode finding : verdict.path("findings")) {
            detail = detail.replace(
                    "; " + finding.path("cause").asText() + ": "
                            + finding.path("detail").asText(),
                    "");
        }
        return detail;
    }
}
