package tallygate.gateway.command;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.config.EndpointConfig;
import tallygate.config.GatewayConfig;
import tallygate.config.Mode;
import tallygate.gateway.Gateway;
import tallygate.gateway.SagaDefinitions;
import tallygate.gateway.mysql.Finding;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.StoreException;

/** Brings a listening gateway to work: waits for its database, checks it, brings the schema up, then opens. */
final class Opening {
    private static final Logger log = LoggerFactory.getLogger(Opening.class);
    private static final Duration PAUSE_FIRST = Duration.ofMillis(200);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);
    /** The account of tasks that the shop inserts itself. */
    private static final String SHOP = "shop";

    private static final Actor STARTER = new Actor("serve", "cli");

    private static final Duration ACCOUNT_MEMORY = Duration.ofDays(30);

    private final Gateway gateway;
    private final MySqlStores stores;
    private final GatewayConfig config;
    private final Clock clock;
    private final boolean isPaused;

    /** @param isPaused no lane may run anything until a person resumes it */
    Opening(Gateway gateway, MySqlStores stores, GatewayConfig config, Clock clock, boolean isPaused) {
        this.gateway = gateway;
        this.stores = stores;
        this.config = config;
        this.clock = clock;
        this.isPaused = isPaused;
    }

    /** @return {@link Exit#OK} when it is open or a stop was asked for before; else why it can never open */
    int untilOpen(CountDownLatch stopAsked, PrintWriter err) throws InterruptedException {
        Duration pause = PAUSE_FIRST;
        while (true) {
            try {
                return open(err);
            } catch (StoreException e) {
                log.warn(
                        "kind={} database not usable yet, callbacks get 503 meanwhile, next try in {} ms: {}",
                        e.kind(),
                        pause.toMillis(),
                        rootMessage(e));
            }
            if (stopAsked.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return Exit.OK;
            }
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
        }
    }

    private int open(PrintWriter err) {
        stores.migrate();
        Optional<String> fault = stores.vault().prepare();
        if (fault.isPresent()) {
            err.println("tallygate: " + fault.get() + ". Nothing was opened. / 内容密钥不可用，未开始工作："
                    + "请恢复 privacy.keys 中原有的密钥。");
            return Exit.CONFIG;
        }
        List<Finding> findings = stores.check(clock);
        List<Finding> unsafe = DatabaseReport.unsafe(findings);
        List<String> strangers =
                stores.accounts().strangers(accounts(), clock.instant().minus(ACCOUNT_MEMORY));
        if (config.mode() == Mode.PRODUCTION && !unsafe.isEmpty()) {
            unsafe.forEach(finding -> err.println("tallygate: " + DatabaseReport.line(finding)));
            err.println(
                    "tallygate: the database is not safe for payments, so nothing was opened; mode: development only"
                            + " warns. / 数据库设置对支付不安全，未开始工作；mode: development 时仅警告。");
            return Exit.CONFIG;
        }
        unsafe.forEach(finding -> log.warn("{}", DatabaseReport.line(finding)));
        if (!strangers.isEmpty()) {
            err.println("tallygate: accounts " + strangers + " have unfinished or recent tasks, but no endpoint: their"
                    + " late duplicates would be run as new. Give an endpoint the"
                    + " account, or name it in its formerly list. Nothing was"
                    + " opened."
                    + " / 账户"
                    + " " + strangers + " 仍有未完成或近期的任务，但没有对应端点：请恢复该账户，或写入某端点的"
                    + " formerly。未开始工作。");
            return Exit.CONFIG;
        }
        List<String> changed = SagaDefinitions.changed(stores, config);
        if (!changed.isEmpty()) {
            changed.forEach(problem -> err.println("tallygate: " + problem));
            err.println("tallygate: nothing was opened. / 有未结束的 Saga 按同一版本号的旧定义运行：请增加 version。未开始工作。");
            return Exit.CONFIG;
        }
        tellLossWindow(findings);
        if (isPaused) {
            config.routes().keySet().forEach(this::pause);
        }
        gateway.open();
        return Exit.OK;
    }

    private void pause(String route) {
        stores.lanes().pause(route, STARTER, "the gateway was started with --paused");
        log.warn(
                "event=LANE_PAUSED route={} by --paused; `tallygate lanes resume {} --reason …` ends it", route, route);
    }

    /** What a failover of the database may lose is to be known before it happens. */
    private static void tellLossWindow(List<Finding> findings) {
        findings.stream().filter(Finding::isLossWindow).forEach(window -> {
            String line = DatabaseReport.line(window);
            if (window.level() == Finding.Level.OK) {
                log.info("{}", line);
            } else {
                log.warn("{}", line);
            }
        });
    }

    private Set<String> accounts() {
        Set<String> accounts = new HashSet<>();
        accounts.add(SHOP);
        for (EndpointConfig endpoint : config.endpoints()) {
            accounts.add(endpoint.account());
            accounts.addAll(endpoint.formerly());
        }
        return accounts;
    }

    private static String rootMessage(Throwable problem) {
        Throwable root = problem;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
