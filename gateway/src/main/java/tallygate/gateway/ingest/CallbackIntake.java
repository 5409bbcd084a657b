package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import tallygate.gateway.http.RequestHandler;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.TimeLeft;
import tallygate.signature.RawRequest;

/**
 * The way of a callback from the socket to the committed row and back: route, judge, dedup, store, acknowledge. Called on
 * event loops and never blocks one.
 */
public final class CallbackIntake implements RequestHandler {
    /** How long the return of a hung store call is waited for at the end. */
    private static final Duration LAST_CALL = Duration.ofSeconds(5);

    private final IntakeParts outside;
    private final ReceptionParts parts;
    private final VerifyPool verifyPool;
    private volatile Routes routes;
    private volatile EndpointTable table;

    public CallbackIntake(IntakeParts outside, IngestLimits limits, RefusalLimits refusalLimits, EndpointTable table) {
        this.outside = outside;
        IngestMetrics metrics = IngestMetrics.in(outside.registry(), outside.spans());
        DedupCache cache = new DedupCache(limits.cacheBytes());
        Copies copies = new Copies(outside.copies(), metrics.copiesDropped(), outside.nanos());
        Writers writers = writers(outside, limits, cache, metrics, copies);
        parts = new ReceptionParts(
                writers,
                cache,
                new Hints(outside.identity(), outside.nanos()),
                new Refusals(outside.rejected(), refusalLimits, metrics, outside.nanos()),
                new RefusalRates(refusalLimits.rates(), outside.nanos()),
                new EndpointWatches(refusalLimits.alarm(), outside.alerts(), outside.registry()),
                metrics,
                limits,
                outside.nanos(),
                new AtomicReference<>(CertificateRequests.NOBODY),
                outside.spans(),
                copies);
        verifyPool = new VerifyPool(limits.verifyThreads(), limits.verifyQueue());
        routes = routes(table);
        this.table = table;
        watch(metrics);
    }

    private static Writers writers(
            IntakeParts outside, IngestLimits limits, DedupCache cache, IngestMetrics metrics, Copies copies) {
        StoreBreaker breaker = new StoreBreaker(limits.answerWithin());
        return new Writers(IntStream.range(0, limits.writers())
                .mapToObj(i -> new Writer(
                        new WriterCore(
                                new WriterParts(
                                        outside.stores().get(),
                                        outside.handOver(),
                                        cache,
                                        breaker,
                                        outside.identity(),
                                        metrics,
                                        outside.clock(),
                                        outside.nanos(),
                                        new SplittableRandom(outside.dice().nextLong()),
                                        copies),
                                limits),
                        "writer-" + i))
                .toList());
    }

    public void start() {
        parts.writers().start();
        parts.refusals().start();
        parts.copies().start();
    }

    /** Swaps all endpoints at once. Requests that are on their way finish with the table they came in under. */
    public void replace(EndpointTable table) {
        routes = routes(table);
        this.table = table;
        parts.watches().startAnew();
    }

    /** To be called when another database server answers than before: it may lack what the last one had. */
    public void databaseChanged() {
        parts.cache().forget();
        parts.hints().forget();
    }

    @Override
    public int bodyBytesMax(String target) {
        return routes.find(target).map(desk -> desk.endpoint().bodyBytesMax()).orElse(Integer.MAX_VALUE);
    }

    @Override
    public void handle(RawRequest request, Reply reply) {
        handle(request, reply, "");
    }

    /** @param hold why its tasks are to wait for a person, empty for callbacks of providers */
    void handle(RawRequest request, Reply reply, String hold) {
        Optional<Desk> found = routes.find(request.target());
        if (found.isEmpty()) {
            parts.metrics().unrouted().increment();
            reply.send(Replies.NOT_FOUND);
            return;
        }
        Desk desk = found.get();
        Endpoint endpoint = desk.endpoint();
        if (!endpoint.methods().contains(request.method())) {
            desk.meters().answered(EndpointMeters.Answered.OTHER_METHOD);
            reply.send(Replies.otherMethod(request.method(), endpoint.methods()));
            return;
        }
        Reception reception = new Reception(
                parts,
                desk,
                request,
                reply,
                new Reception.Arrival(outside.clock().instant(), outside.nanos().getAsLong(), hold));
        if (!endpoint.allowed().admits(request.remoteAddress())) {
            reception.refuseAddress();
        } else if (!endpoint.admits(reply.clientNames())) {
            reception.refuseClient();
        } else if (!reception.mayBeJudged()) {
            reception.turnAway();
        } else if (endpoint.bound().isSlow()) {
            judgeAside(reception);
        } else {
            reception.judge();
        }
    }

    /** The endpoints of this moment. */
    EndpointTable table() {
        return table;
    }

    /** Verifies kept requests again with the endpoints of that moment. */
    public Reverification reverification() {
        return new Reverification(parts, name -> routes.find(EndpointTable.PREFIX + name), outside.rejected());
    }

    /**
     * Takes nothing more, answers what it has, ends its threads.
     *
     * @param atMost for the rows that are accepted; what is not committed by then is told to come again
     */
    public void drain(Duration atMost) throws InterruptedException {
        TimeLeft left = new TimeLeft(outside.nanos(), atMost);
        verifyPool.close(left.now());
        parts.writers().drain(left, LAST_CALL);
        parts.refusals().close(left.now());
        parts.copies().close(left.now());
    }

    /** The way in for events that are proven otherwise than by their callback. */
    public ProvenEvents proven() {
        return new ProvenEvents(parts);
    }

    /** Names who fetches certificates that refused requests ask for. */
    public void certificates(CertificateRequests requests) {
        parts.certificates().set(requests);
    }

    /** What the endpoints of now have seen since the start of this node, and how to try one. */
    public EndpointDesk endpointDesk(AdminStore tasks) {
        return new EndpointDesk(this, tasks, outside);
    }

    /** The desk of that name as configured now. */
    Optional<Desk> desk(String name) {
        return routes.named(name);
    }

    /** The endpoint of that name as configured now. */
    public Optional<Endpoint> endpoint(String name) {
        return routes.named(name).map(Desk::endpoint);
    }

    /** For whoever steps them instead of starting their threads. */
    List<WriterCore> cores() {
        return parts.writers().cores();
    }

    private void judgeAside(Reception reception) {
        Runnable judgement = () -> {
            if (reception.isTooLate()) {
                reception.tryAgain(Shed.DEADLINE);
            } else if (!reception.mayBeJudged()) {
                reception.turnAway();
            } else {
                reception.judge();
            }
        };
        if (!verifyPool.run(judgement)) {
            reception.tryAgain(Shed.VERIFY_QUEUE_FULL);
        }
    }

    private Routes routes(EndpointTable table) {
        List<Desk> desks = table.endpoints().stream()
                .map(e -> Desk.of(e, parts.metrics(), parts.watches()))
                .toList();
        return new Routes(desks);
    }

    private void watch(IngestMetrics metrics) {
        Writers writers = parts.writers();
        metrics.watch("tallygate.intake.queue.rows", "Events accepted and not yet committed.", writers::rows);
        metrics.watch(
                "tallygate.intake.queue.bound",
                "How many of them there may be at this moment; less than usual while more comes than is committed.",
                writers::bound);
        metrics.watch("tallygate.intake.queue.bytes", "Their size.", writers::bytes);
        metrics.watch(
                "tallygate.intake.queue.age.seconds",
                "How long the first of them has waited for a commit.",
                () -> writers.busyFor(outside.nanos().getAsLong()) / 1e9);
        metrics.watch("tallygate.verify.queue", "Requests that wait for a verification thread.", verifyPool::waiting);
        metrics.watch(
                "tallygate.refused.sources",
                "Addresses of which something was refused within the last minute.",
                parts.rates()::counted);
        metrics.watch("tallygate.dedup.cache.entries", "Committed events that are remembered.", parts.cache()::size);
    }
}
