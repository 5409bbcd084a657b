package tallygate.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import tallygate.callback.handler.LateResults;
import tallygate.gateway.admin.api.LanesApi;
import tallygate.gateway.admin.api.ShopApi;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.OwnTasks;
import tallygate.gateway.task.TaskId;

/** The management listener's routes for the shop's programs and for lanes: they need the running gateway. */
final class ShopRoutes {
    private ShopRoutes() {}

    static List<Route> of(MySqlStores stores, Supplier<TaskId> ids, Supplier<Set<String>> routes, LateResults results) {
        var tasks = new OwnTasks(stores.shopIntake(ids), ids, routes);
        var all = new ArrayList<Route>(new ShopApi(tasks, results, stores.arrivals()).routes());
        all.addAll(new LanesApi(stores.lanes(), stores.probes()).routes());
        return all;
    }
}
