package tallygate.gateway.admin.console;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.ingest.EndpointDesk;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.NodeStore;

/** The first page: is money coming in, is it going on, do the books agree. Kept up to date by server-sent events. */
public final class OverviewPage {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final DeskStore.AuditQuery NEWEST_DEEDS =
            new DeskStore.AuditQuery(Optional.empty(), Optional.empty(), Optional.empty(), Long.MAX_VALUE, 5);

    private final Views views;
    private final AdminStore store;
    private final DeskStore desk;
    private final NodeStore nodes;
    private final MeterRegistry meters;
    private final Trend trend;
    private final Supplier<List<EndpointDesk.EndpointUse>> endpoints;
    private double storedBefore;
    private long storedBeforeAt;
    private String perSecond = "0.0";

    public OverviewPage(
            Views views,
            AdminStore store,
            DeskStore desk,
            NodeStore nodes,
            MeterRegistry meters,
            Trend trend,
            Supplier<List<EndpointDesk.EndpointUse>> endpoints) {
        this.views = views;
        this.store = store;
        this.desk = desk;
        this.nodes = nodes;
        this.meters = meters;
        this.trend = trend;
        this.endpoints = endpoints;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/", Permission.READ, "", this::page),
                Route.get("/overview/live", Permission.READ, "", this::live));
    }

    private Reply page(Call call) {
        return views.page(call, "overview", Map.of("now", now(views.look(call))));
    }

    private Reply live(Call call) {
        return new Reply.Live(
                "part",
                () -> {
                    Look look = views.look(call);
                    return Optional.of(views.text(look, "overviewlive", Map.of("now", now(look))));
                },
                EVERY);
    }

    private OverviewView now(Look look) {
        return new OverviewView(
                intake(look),
                store.counts(),
                look.waiting(),
                nodes.nodes(),
                desk.tally(),
                trend.points(),
                look.may("audit") ? desk.audit(NEWEST_DEEDS) : List.of(),
                endpoints.get());
    }

    private synchronized OverviewView.Intake intake(Look look) {
        double stored = count("tallygate.events.stored");
        long at = look.now().toEpochMilli();
        if (at - storedBeforeAt >= TimeUnit.SECONDS.toMillis(2)) {
            double seconds = (at - storedBeforeAt) / 1000.0;
            perSecond = storedBeforeAt == 0
                    ? "0.0"
                    : String.format(java.util.Locale.ROOT, "%.1f", Math.max(0, stored - storedBefore) / seconds);
            storedBefore = stored;
            storedBeforeAt = at;
        }
        Timer acknowledge = meters.find("tallygate.ack.time").timer();
        return new OverviewView.Intake(
                (long) stored,
                (long) (count("tallygate.dedup.cache.hits")
                        + count("tallygate.dedup.database.duplicates")
                        + count("tallygate.dedup.batch.duplicates")),
                (long) count("tallygate.verify.failures"),
                (long) count("tallygate.conflicts"),
                perSecond,
                acknowledge == null ? 0 : Math.round(acknowledge.mean(TimeUnit.MILLISECONDS)));
    }

    /** Over all labels of one counter. */
    private double count(String name) {
        double sum = 0;
        for (Meter meter : meters.find(name).meters()) {
            sum += meter instanceof Counter counter ? counter.count() : 0;
        }
        return sum;
    }
}
