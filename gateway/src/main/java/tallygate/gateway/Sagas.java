package tallygate.gateway;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Outcome;
import tallygate.callback.handler.Handler;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.saga.AmqpParticipant;
import tallygate.config.GatewayConfig;
import tallygate.config.SagaConfig;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.DefinitionShelf;
import tallygate.gateway.saga.MeasuredTimeouts;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.SagaCatalog;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaMetrics;
import tallygate.gateway.saga.SagaParts;
import tallygate.gateway.saga.SagaStart;
import tallygate.gateway.saga.SagaUpkeep;
import tallygate.gateway.saga.SagaWorker;
import tallygate.gateway.saga.Started;
import tallygate.gateway.task.StoreException;

/** From the configuration's sagas to the worker that carries them on. */
final class Sagas {
    private static final Logger log = LoggerFactory.getLogger(Sagas.class);

    private final MySqlStores stores;
    private final Surroundings around;
    private final SagaParticipants participants;
    private final SagaResultsDoor results = new SagaResultsDoor();
    private volatile @Nullable SagaWorker worker;
    private volatile @Nullable SagaUpkeep upkeep;

    Sagas(MySqlStores stores, Surroundings around) {
        this.stores = stores;
        this.around = around;
        this.participants = new SagaParticipants(
                around, new AmqpParticipant.Answers(results, GatewayGauges.tokens(stores, "step", around.meters())));
    }

    /** The database must have this version's schema. */
    void open(GatewayConfig config, long incarnation) {
        var parts = new SagaParts(
                stores.sagas(),
                around.alerts(),
                new SagaMetrics(around.meters()),
                around.nanos(),
                incarnation,
                config.work().lease(),
                config.work().crashesMax(),
                config.sagas().concurrency(),
                around.spans());
        var timeouts = new MeasuredTimeouts(stores.timeoutChanges(), around.alerts());
        SagaWorker started = new SagaWorker(parts, catalog(config), timeouts);
        results.open(started);
        started.start();
        worker = started;
        SagaUpkeep looks = new SagaUpkeep(
                new SagaUpkeep.Looks(
                        stores.sagaDesk(),
                        stores.sagaWatch(),
                        incarnation,
                        () -> started.catalog().known()),
                timeouts,
                around.alerts(),
                around.clock(),
                config.sagas().patrolAt());
        looks.start();
        upkeep = looks;
    }

    /** Sagas in hand go on with what they have. */
    void reload(GatewayConfig config) {
        SagaWorker now = worker;
        if (now != null) {
            now.catalog(catalog(config));
        }
        SagaUpkeep looks = upkeep;
        if (looks != null) {
            looks.patrolAt(config.sagas().patrolAt());
        }
    }

    void standAside(boolean isOn) {
        SagaWorker now = worker;
        if (now != null) {
            now.standAside(isOn);
        }
    }

    /** What starts a saga for each task of a route. */
    Handler handler(String saga) {
        SagaWorker now = worker;
        return now == null ? _ -> new Outcome.Misconfigured("sagas are not open yet") : new SagaStart(saga, now);
    }

    /**
     * Starts a saga that no callback started.
     *
     * @param key the same for every retry of the caller: one key, one saga
     * @param payload JSON
     * @throws IllegalArgumentException when no saga has this name
     * @throws tallygate.gateway.task.StoreException when it is not known to be stored; the same again is safe
     */
    Started begin(String type, String key, String bizId, JsonValue payload) {
        SagaWorker now = worker;
        if (now == null) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "sagas are not open yet");
        }
        Definition definition =
                now.catalog().newest(type).orElseThrow(() -> new IllegalArgumentException("no saga is called " + type));
        return now.begin(
                new NewSaga(
                        SagaId.derived(type, "api\n" + key),
                        new NewSaga.Kind(type, definition.version()),
                        bizId,
                        definition.lock(),
                        SagaStart.payload(new JsonValue.Nothing(), payload),
                        Optional.empty()),
                Optional.empty());
    }

    /** How many sagas this node has in hand; one that waits for a message or a pause is in nobody's. */
    int inHand() {
        SagaWorker now = worker;
        return now == null ? 0 : now.inHand();
    }

    void drain(Duration wait) throws InterruptedException {
        SagaUpkeep looks = upkeep;
        if (looks != null) {
            looks.close();
        }
        SagaWorker now = worker;
        if (now != null) {
            now.drain(wait);
        }
    }

    private SagaCatalog catalog(GatewayConfig config) {
        DefinitionShelf shelf = stores.definitions();
        for (SagaConfig saga : config.sagas().definitions().values()) {
            if (!shelf.keep(SagaDefinitions.of(saga))) {
                log.error(
                        "saga={} version={} is configured differently from what open sagas began with; the kept one"
                                + " holds: count its version up",
                        saga.name(),
                        saga.version());
            }
        }
        Map<NewSaga.Kind, Definition> definitions = shelf.all();
        return new SagaCatalog(definitions, participants.of(config.sagas().participants()));
    }
}
