package tallygate.gateway.admin.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.identity.Permission;

/**
 * One thing the management listener answers: a page, a form's target or a call of the API. Made by {@link #get}, {@link #post} and
 * their like; the OpenAPI document and the test of the role matrix are made from the same list.
 *
 * @param pattern a path whose segments may be {@code {names}}
 * @param access who may
 * @param doc what the OpenAPI document says; of interest under {@code /api/} only
 * @param isUpload its body may be long and is read by the action, as {@link Call#upload}
 */
public record Route(String method, String pattern, Access access, Doc doc, Action action, boolean isUpload) {
    public Route(String method, String pattern, Access access, Doc doc, Action action) {
        this(method, pattern, access, doc, action, false);
    }

    /** What is done; may block. */
    @FunctionalInterface
    public interface Action {
        Reply answer(Call call);
    }

    /**
     * Who may.
     *
     * @param needs empty: everybody, without signing in
     * @param isDangerous wants the password typed within the last minutes, from people
     * @param isShownOnce its answer holds a secret, which must be in no store
     */
    public record Access(Optional<Permission> needs, boolean isDangerous, boolean isShownOnce) {
        public static final Access OPEN = new Access(Optional.empty(), false, false);

        static Access of(Permission needs) {
            return new Access(Optional.of(needs), false, false);
        }
    }

    /**
     * For people who write programs.
     *
     * @param query names of query parameters and what they mean
     * @param body the record that is read from the request, if any
     * @param answers the record that comes back, if any
     * @param isList a page of them comes back
     */
    public record Doc(
            String summary,
            Map<String, String> query,
            Optional<Class<?>> body,
            Optional<Class<?>> answers,
            boolean isList) {
        public Doc {
            query = new java.util.LinkedHashMap<>(query);
        }
    }

    public static Route get(String pattern, Permission needs, String summary, Action action) {
        return of("GET", pattern, Access.of(needs), summary, action);
    }

    public static Route post(String pattern, Permission needs, String summary, Action action) {
        return of("POST", pattern, Access.of(needs), summary, action);
    }

    public static Route put(String pattern, Permission needs, String summary, Action action) {
        return of("PUT", pattern, Access.of(needs), summary, action);
    }

    public static Route delete(String pattern, Permission needs, String summary, Action action) {
        return of("DELETE", pattern, Access.of(needs), summary, action);
    }

    /** For everybody, without signing in. */
    public static Route open(String method, String pattern, String summary, Action action) {
        return of(method, pattern, Access.OPEN, summary, action);
    }

    private static Route of(String method, String pattern, Access access, String summary, Action action) {
        Doc doc = new Doc(summary, Map.of(), Optional.empty(), Optional.empty(), false);
        return new Route(method, pattern, access, doc, action);
    }

    /** Wants the password typed within the last minutes, from people. */
    public Route dangerous() {
        return new Route(
                method, pattern, new Access(access.needs(), true, access.isShownOnce()), doc, action, isUpload);
    }

    /** Its answer holds a secret, which must be in no store. */
    public Route shownOnce() {
        return new Route(
                method, pattern, new Access(access.needs(), access.isDangerous(), true), doc, action, isUpload);
    }

    boolean isShownOnce() {
        return access.isShownOnce();
    }

    /** Takes a long body, which its action reads. */
    public Route uploads() {
        return new Route(method, pattern, access, doc, action, true);
    }

    public Route query(String name, String meaning) {
        Map<String, String> more = new java.util.LinkedHashMap<>(doc.query());
        more.put(name, meaning);
        return with(new Doc(doc.summary(), more, doc.body(), doc.answers(), doc.isList()));
    }

    public Route body(Class<?> type) {
        return with(new Doc(doc.summary(), doc.query(), Optional.of(type), doc.answers(), doc.isList()));
    }

    public Route answers(Class<?> type) {
        return with(new Doc(doc.summary(), doc.query(), doc.body(), Optional.of(type), false));
    }

    /** A page of these, with {@code limit} and {@code after}. */
    public Route lists(Class<?> type) {
        Route paged =
                query("limit", "items on a page, 1..200, default 50").query("after", "the next of the page before");
        return paged.with(new Doc(doc.summary(), paged.doc.query(), doc.body(), Optional.of(type), true));
    }

    private Route with(Doc better) {
        return new Route(method, pattern, access, better, action, isUpload);
    }

    public boolean isApi() {
        return pattern.startsWith("/api/");
    }

    public boolean changes() {
        return !method.equals("GET");
    }

    /** Values of the names when the path fits; empty when it does not. */
    Optional<Map<String, String>> fit(String path) {
        String[] wanted = pattern.split("/", -1);
        String[] given = path.split("/", -1);
        if (wanted.length != given.length) {
            return Optional.empty();
        }
        Map<String, String> values = new java.util.HashMap<>();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                if (given[i].isEmpty()) {
                    return Optional.empty();
                }
                values.put(wanted[i].substring(1, wanted[i].length() - 1), Fields.segment(given[i]));
            } else if (!wanted[i].equals(given[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    /** Names in the pattern, from left to right. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (String segment : pattern.split("/", -1)) {
            if (segment.startsWith("{")) {
                names.add(segment.substring(1, segment.length() - 1));
            }
        }
        return names;
    }
}
