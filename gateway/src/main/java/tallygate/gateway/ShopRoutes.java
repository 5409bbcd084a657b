package tallygate.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tallygate.callback.handler.ToldResults;
import tallygate.gateway.admin.api.LanesApi;
import tallygate.gateway.admin.api.OrdersApi;
import tallygate.gateway.admin.api.ShopApi;
import tallygate.gateway.admin.api.StatementsApi;
import tallygate.gateway.admin.console.UploadPages;
import tallygate.gateway.admin.console.Views;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.OwnTasks;
import tallygate.gateway.task.TaskId;

/** The management listener's routes for the shop's programs, lanes and statements: they need the running gateway. */
final class ShopRoutes {
    private ShopRoutes() {}

    static List<Route> of(
            MySqlStores stores,
            Supplier<TaskId> ids,
            ReconcileAccounts accounts,
            ToldResults results,
            Surroundings around) {
        var tasks = new OwnTasks(
                stores.shopIntake(ids), ids, () -> accounts.config().routes().keySet());
        var all = new ArrayList<Route>(new ShopApi(tasks, results, stores.arrivals()).routes());
        all.addAll(new LanesApi(stores.lanes(), stores.nodes(), stores.probes()).routes());
        Bills bills = new Bills(accounts, stores, ids, around);
        all.addAll(new OrdersApi(stores.orders()).routes());
        all.addAll(new StatementsApi(bills, stores.statements(), stores.fetches(), stores.questions()).routes());
        all.addAll(new UploadPages(new Views(stores.desk(), around.clock()), bills, stores.statements()).routes());
        return all;
    }
}
