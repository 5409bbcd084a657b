package tallygate.gateway.admin.web;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.identity.Caller;
import tallygate.gateway.task.Actor;
import tallygate.signature.RawRequest;

/**
 * One request that a route answers: the door has let it in.
 *
 * @param path values of the pattern's {@code {names}}, decoded
 * @param cookie value of the session's cookie, empty for none
 * @param upload the body of a route that takes long ones
 */
public record Call(RawRequest request, Caller caller, Map<String, String> path, String cookie, Upload upload) {
    /** A list page has at most so many items. */
    public static final int LIMIT_MAX = 200;

    private static final int LIMIT = 50;

    public Call {
        path = Map.copyOf(path);
    }

    /** With a body that is whole. */
    public Call(RawRequest request, Caller caller, Map<String, String> path, String cookie) {
        this(request, caller, path, cookie, Upload.NONE);
    }

    /** Who acts, for the audit log. */
    public Actor actor() {
        return new Actor(caller.name(), request.remoteAddress());
    }

    public String path(String name) {
        return Optional.ofNullable(path.get(name))
                .orElseThrow(() -> new IllegalStateException("the pattern names no {" + name + "}"));
    }

    /** @throws ProblemException 404 for anything but a positive number */
    public long id(String name) {
        try {
            long id = Long.parseLong(path(name));
            if (id > 0) {
                return id;
            }
        } catch (NumberFormatException e) {
            throw ProblemException.missing("There is nothing with the number \"" + cut(path(name)) + "\".");
        }
        throw ProblemException.missing("There is nothing with the number " + path(name) + ".");
    }

    /** The one value of a query parameter; empty when it is absent or empty. */
    public Optional<String> query(String name) {
        return queries(name).stream().filter(value -> !value.isEmpty()).findFirst();
    }

    public List<String> queries(String name) {
        return Fields.read(request.query()).getOrDefault(name, List.of());
    }

    /** The one value of a form field; empty when it is absent or empty. */
    public Optional<String> form(String name) {
        return forms(name).stream().filter(value -> !value.isEmpty()).findFirst();
    }

    public List<String> forms(String name) {
        return Fields.read(new String(request.body(), StandardCharsets.UTF_8)).getOrDefault(name, List.of());
    }

    /** @throws ProblemException 400 when the field is absent or empty */
    public String needed(String name) {
        return form(name).orElseThrow(() -> ProblemException.bad(name, "is needed"));
    }

    /** The body as JSON. @throws ProblemException 400 or 415 */
    public <T> T body(Class<T> type) {
        String given = header("Content-Type").orElse("");
        if (!given.startsWith("application/json")) {
            throw new ProblemException(Problem.of(
                    415,
                    "media-type",
                    "Not JSON",
                    "Content-Type must be application/json, was \"" + cut(given) + "\"."));
        }
        return Json.read(request.body(), type);
    }

    /** How many items the caller wants on a page. @throws ProblemException 400 outside of 1..200 */
    public int limit() {
        String given = query("limit").orElse(Integer.toString(LIMIT));
        try {
            int limit = Integer.parseInt(given);
            if (limit >= 1 && limit <= LIMIT_MAX) {
                return limit;
            }
        } catch (NumberFormatException e) {
            throw ProblemException.bad("limit", "is no number: " + cut(given));
        }
        throw ProblemException.bad("limit", "is 1.." + LIMIT_MAX + ", was " + given);
    }

    public Optional<String> header(String name) {
        return request.headerValues(name).stream().findFirst();
    }

    /** htmx asks for a part of the page only. */
    public boolean wantsPart() {
        return header("HX-Request").isPresent();
    }

    static String cut(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "…" : text;
    }
}
