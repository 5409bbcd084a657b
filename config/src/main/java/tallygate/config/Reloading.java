package tallygate.config;

import java.util.ArrayList;
import java.util.List;
import tallygate.config.source.Origin;
import tallygate.config.source.Problem;

/** What becomes of a running configuration when its file is read again. */
public sealed interface Reloading {
    /**
     * It can go on with this.
     *
     * @param running the new values where they take effect now, the old ones where they need a restart
     * @param plan what differs, exactly
     */
    record Ready(Loading.Loaded running, ReloadPlan plan) implements Reloading {}

    /** New values that take effect now do not go with old ones that need a restart: nothing changes. */
    record Refused(List<Problem> problems) implements Reloading {
        public Refused {
            problems = List.copyOf(problems);
        }
    }

    static Reloading of(Loading.Loaded running, Loading.Loaded next) {
        List<Problem> problems = new ArrayList<>();
        CrossChecks.tooLong(next.config().routes(), running.config().dedup())
                .forEach((path, text) -> problems.add(needsRestart(path, text)));
        if (!problems.isEmpty()) {
            return new Refused(problems);
        }
        var mixed = new Loading.Loaded(
                running.config().withLivePartsOf(next.config()),
                running.effective().reloaded(next.effective()),
                next.warnings());
        return new Ready(mixed, running.effective().planTo(next.effective()));
    }

    private static Problem needsRestart(String path, String text) {
        return new Problem(
                path,
                Origin.NOWHERE,
                text + "; the other value still is the running one and needs a restart to change");
    }
}
