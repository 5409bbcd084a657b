package tallygate.gateway.admin.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import tallygate.gateway.admin.account.Cookies;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Problem;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.identity.Caller;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.task.StoreException;
import tallygate.signature.RawRequest;

/** Makes pages from templates. */
public final class Views {
    static final DeskStore.Waiting NOTHING_KNOWN = new DeskStore.Waiting(0, 0, 0, 0, 0);

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);
    private final DeskStore store;
    private final InstantSource clock;

    public Views(DeskStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** How pages look to whoever makes the call. */
    Look look(Call call) {
        return look(call.request(), call.caller());
    }

    private Look look(RawRequest request, Caller caller) {
        if (!(caller instanceof Caller.Person person)) {
            return new Look(
                    wantsChinese(request, ""), Look.Reader.NOBODY, NOTHING_KNOWN, "", request.path(), clock.instant());
        }
        Look.Reader reader = new Look.Reader(
                person.user().name(), person.user().role(), person.user().preferences());
        String token = Cookies.session(request).map(Secrets::formToken).orElse("");
        return new Look(
                wantsChinese(request, reader.preferences().language()),
                reader,
                waiting(),
                token,
                request.path(),
                clock.instant());
    }

    /** A page still comes when only the menu's figures cannot be had. */
    private DeskStore.Waiting waiting() {
        try {
            return store.waiting();
        } catch (StoreException e) {
            return NOTHING_KNOWN;
        }
    }

    private static boolean wantsChinese(RawRequest request, String chosen) {
        if (!chosen.isEmpty()) {
            return chosen.startsWith("zh");
        }
        String accepted = String.join(",", request.headerValues("Accept-Language"));
        return accepted.startsWith("zh");
    }

    Reply page(Call call, String template, Map<String, Object> values) {
        return page(200, look(call), template, values);
    }

    Reply page(int status, Look look, String template, Map<String, Object> values) {
        return Reply.html(status, text(look, template, values));
    }

    String text(Look look, String template, Map<String, Object> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.put("look", look);
        StringOutput out = new StringOutput();
        engine.render(template + ".jte", all, out);
        return out.toString();
    }

    /** What went wrong, as a page. */
    public Reply problem(Problem problem, RawRequest request, Caller caller) {
        return page(problem.status(), look(request, caller), "problem", Map.of("problem", problem));
    }
}
