package tallygate.gateway;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tallygate.callback.outbound.GuardedOutbound;
import tallygate.callback.outbound.InsideHosts;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.config.AskingConfig;
import tallygate.config.CsvConfig;
import tallygate.config.EndpointConfig;
import tallygate.config.GatewayConfig;
import tallygate.config.HttpHandlerConfig;
import tallygate.config.Mode;
import tallygate.config.RouteConfig;
import tallygate.config.StatementConfig;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.AgreedFee;
import tallygate.gateway.reconcile.Asked;
import tallygate.gateway.reconcile.GapCheck;
import tallygate.gateway.reconcile.Questioner;
import tallygate.gateway.reconcile.Reconciliation;
import tallygate.gateway.reconcile.Recovery;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.statement.Bounds;
import tallygate.gateway.reconcile.statement.CsvMapping;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.reconcile.statement.Statements;
import tallygate.gateway.task.TaskId;

/** From the configuration's statements to reconciliation's accounts, and the parts that work on them. */
public final class ReconcileAccounts {
    private final Supplier<GatewayConfig> config;
    private final Supplier<EndpointBindings> bindings;

    public ReconcileAccounts(GatewayConfig config, EndpointBindings bindings) {
        this(() -> config, () -> bindings);
    }

    /** @param config in force at each call, as {@code bindings} */
    ReconcileAccounts(Supplier<GatewayConfig> config, Supplier<EndpointBindings> bindings) {
        this.config = config;
        this.bindings = bindings;
    }

    GatewayConfig config() {
        return config.get();
    }

    /** Empty when the configuration has no statements of this account, or no endpoint with it. */
    public Optional<Account> account(String name) {
        StatementConfig statement = config().statements().get(name);
        List<Account.Target> targets = config().endpoints().stream()
                .filter(endpoint -> endpoint.account().equals(name))
                .map(this::target)
                .toList();
        return statement == null || targets.isEmpty() ? Optional.empty() : Optional.of(account(statement, targets));
    }

    /** Takes files. */
    public static StatementImport importer(MySqlStores stores) {
        return new StatementImport(stores.statements(), new Statements(Bounds.standard()));
    }

    /**
     * Runs days.
     *
     * @param newIds under a node number that is leased meanwhile
     */
    public Reconciliation reconciliation(MySqlStores stores, Supplier<TaskId> newIds, Surroundings around) {
        return reconciliation("reconcile", stores, newIds, around);
    }

    /** @param writer names the connection that brings in what is missing */
    Reconciliation reconciliation(String writer, MySqlStores stores, Supplier<TaskId> newIds, Surroundings around) {
        Recovery recovery = new Recovery(
                stores.intake(writer, newIds), newIds, config().dedup().memory(), around.clock());
        return new Reconciliation(
                stores.statements(),
                stores.funds(),
                stores.orders(),
                stores.discrepancies(),
                recovery,
                asked(around),
                new RunOutlet(
                        stores.questions(), around.alerts(), this::schedule, () -> config().mode() == Mode.PRODUCTION));
    }

    /** Compares event lists. */
    GapCheck gapCheck(MySqlStores stores, Supplier<TaskId> newIds, Surroundings around) {
        Recovery recovery = new Recovery(
                stores.intake("gap-check", newIds), newIds, config().dedup().memory(), around.clock());
        return new GapCheck(stores.gaps(), recovery, asked(around), around.clock());
    }

    /** Asks about payments whose outcome is unknown. */
    Questioner questioner(MySqlStores stores, Supplier<TaskId> newIds, Surroundings around) {
        Recovery recovery = new Recovery(
                stores.intake("questioner", newIds), newIds, config().dedup().memory(), around.clock());
        return new Questioner(
                new Questioner.Stores(stores.questions(), stores.statements(), stores.discrepancies()),
                recovery,
                asked(around),
                around.alerts(),
                this::schedule,
                report -> new StatementFeeds(this).want(stores, report));
    }

    private Questioner.Schedule schedule() {
        AskingConfig asking = config().asking();
        return new Questioner.Schedule(asking.first(), asking.then(), asking.until());
    }

    /** Every endpoint with the account it is compared under: the first of each account. */
    Map<String, Account.Target> lists() {
        Map<String, Account.Target> lists = new LinkedHashMap<>();
        for (EndpointConfig endpoint : config().endpoints()) {
            if (bound(endpoint.name()).flatMap(BoundProvider::eventList).isPresent()) {
                lists.putIfAbsent(endpoint.account(), target(endpoint));
            }
        }
        return lists;
    }

    /** How long the account's provider keeps events that can be listed; empty where it lists none. */
    public Optional<Duration> listedFor(String account) {
        return config().endpoints().stream()
                .filter(endpoint -> endpoint.account().equals(account))
                .flatMap(endpoint -> bound(endpoint.name()).flatMap(BoundProvider::eventList).stream())
                .map(EventList::retention)
                .findFirst();
    }

    private Asked asked(Surroundings around) {
        return new AskedProviders(bindings, this::endpoint, tools(around));
    }

    private Optional<Account.Target> endpoint(String name) {
        return config().endpoints().stream()
                .filter(one -> one.name().equals(name))
                .map(this::target)
                .findFirst();
    }

    static QueryTools tools(Surroundings around) {
        return new QueryTools(GuardedOutbound.of(InsideHosts.NONE, around.nanos()), around.clock(), around.dice());
    }

    Optional<BoundProvider> bound(String endpoint) {
        return Optional.ofNullable(bindings.get().bound().get(endpoint));
    }

    private Account.Target target(EndpointConfig endpoint) {
        RouteConfig route = config().routeOf(endpoint);
        boolean sendsOriginal =
                route.handler() instanceof HttpHandlerConfig http && http.format() == HttpHandlerConfig.Format.ORIGINAL;
        return new Account.Target(
                endpoint.name(),
                endpoint.provider(),
                endpoint.route(),
                route.effects() == RouteConfig.Effects.EVERY_EVENT,
                sendsOriginal);
    }

    private static Account account(StatementConfig statement, List<Account.Target> targets) {
        ZoneId written = statement.zone().orElse(java.time.ZoneOffset.UTC);
        StatementFormat format = switch (statement.format()) {
            case "wechat" -> new StatementFormat.Wechat();
            case "alipay" -> new StatementFormat.Alipay();
            case "unionpay" -> new StatementFormat.UnionPay();
            case "stripe" -> new StatementFormat.Stripe();
            case "paypal" -> new StatementFormat.PayPal();
            case "adyen" -> new StatementFormat.Adyen();
            case "csv" -> new StatementFormat.Mapped(mapping(statement.csv().orElseThrow(), written));
            default -> throw new IllegalStateException("the configuration knows no format " + statement.format());
        };
        Account.Recovering recovering = switch (statement.recover()) {
            case NEVER -> Account.Recovering.NEVER;
            case ASK -> Account.Recovering.ASK;
            case STATEMENT -> Account.Recovering.STATEMENT;
        };
        return new Account(
                statement.account(),
                format,
                statement.zone().orElse(format.zone()),
                Set.copyOf(statement.merchants()),
                new Account.Rules(
                        statement.orderPrefix(),
                        statement.poolBills().orElse(format.poolBills()),
                        recovering,
                        statement.recoverMax(),
                        statement.discrepanciesMax(),
                        statement
                                .fees()
                                .percent()
                                .map(percent -> new AgreedFee(
                                        new BigDecimal(percent),
                                        statement.fees().fixedMinor()))),
                targets);
    }

    private static CsvMapping mapping(CsvConfig csv, ZoneId zone) {
        Map<String, RowKind> kinds = new HashMap<>();
        csv.payWords().forEach(word -> kinds.put(word, RowKind.PAY));
        csv.refundWords().forEach(word -> kinds.put(word, RowKind.REFUND));
        csv.payoutWords().forEach(word -> kinds.put(word, RowKind.PAYOUT));
        CsvMapping.Unit unit = switch (csv.unit()) {
            case MAJOR -> CsvMapping.Unit.MAJOR;
            case MINOR -> CsvMapping.Unit.MINOR;
            case HUNDREDTHS -> CsvMapping.Unit.HUNDREDTHS;
        };
        char separator = switch (csv.separator()) {
            case "semicolon" -> ';';
            case "tab" -> '\t';
            case "pipe" -> '|';
            default -> ',';
        };
        return new CsvMapping(
                csv.columns(), kinds, unit, csv.currency(), csv.charset(), separator, csv.timePattern(), zone);
    }
}
