package tallygate.callback.outbound;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocketFactory;
import tallygate.signature.Header;

/**
 * The one way out for URLs that are not a handler's own. A name is looked up once, every address it has is checked, and the
 * connection goes to one of those and no other, so that a name that changes its address between two looks gains nothing. No
 * proxy, no redirect, no cookie, no reuse of connections; certificates are verified against the host's name.
 */
public final class GuardedOutbound implements Outbound {
    /** Look-ups cannot be interrupted, so no more than these wait at a name service that is away. */
    private static final int LOOKUPS_MAX = 16;

    private final UrlGuard guard;
    private final NameService names;
    private final SSLSocketFactory tls;
    private final LongSupplier nanos;
    private final Semaphore lookups = new Semaphore(LOOKUPS_MAX);

    GuardedOutbound(UrlGuard guard, NameService names, SSLSocketFactory tls, LongSupplier nanos) {
        this.guard = guard;
        this.names = names;
        this.tls = tls;
        this.nanos = nanos;
    }

    /**
     * @param inside which hosts inside the operator's network foreign URLs may name
     * @param nanos a monotonic clock
     */
    public static GuardedOutbound of(InsideHosts inside, LongSupplier nanos) {
        return new GuardedOutbound(
                new UrlGuard(inside), NameService.SYSTEM, (SSLSocketFactory) SSLSocketFactory.getDefault(), nanos);
    }

    @Override
    public OutboundAnswer send(OutboundRequest request) throws InterruptedException {
        return send(request, Optional.empty());
    }

    @Override
    public OutboundAnswer download(OutboundRequest request, OutputStream into, long bytesMax)
            throws InterruptedException {
        return send(request, Optional.of(new BodySink(into, bytesMax)));
    }

    private OutboundAnswer send(OutboundRequest request, Optional<BodySink> into) throws InterruptedException {
        long startNanos = nanos.getAsLong();
        HttpTarget target;
        HttpCall call;
        try {
            target = guard.target(request.to());
            call = call(request, target);
        } catch (ForbiddenException | IllegalArgumentException e) {
            return forbidden(e);
        }
        List<InetAddress> addresses;
        try {
            addresses = lookUp(target.host(), request.limits().total());
            guard.check(request.to(), target, addresses);
        } catch (ForbiddenException e) {
            return forbidden(e);
        } catch (UnknownHostException | TimeoutException _) {
            return new OutboundAnswer.NotSent("host " + target.host() + " could not be looked up", false);
        }
        Duration left = request.limits().total().minusNanos(nanos.getAsLong() - startNanos);
        if (left.toMillis() < 1) {
            return new OutboundAnswer.NotSent("looking up host " + target.host() + " took all the time", false);
        }
        return exchange(call, addresses, request.limits().withTotal(left), into);
    }

    private OutboundAnswer exchange(
            HttpCall call, List<InetAddress> addresses, OutboundLimits limits, Optional<BodySink> into)
            throws InterruptedException {
        var bounds = new HttpCalls.Limits(limits.connect(), limits.total(), limits.total(), limits.bodyBytesMax());
        String host = call.target().authority();
        try (var calls = new HttpCalls(bounds, tls, nanos, _ -> addresses)) {
            return switch (calls.call(call, limits.total(), into)) {
                case Called.Answered answer
                when answer.isCut() ->
                    new OutboundAnswer.Unknown(host + " answered HTTP " + answer.status() + " with more than "
                            + into.map(BodySink::bytesMax).orElse((long) limits.bodyBytesMax()) + " bytes");
                case Called.Answered answer ->
                    new OutboundAnswer.Answered(answer.status(), answer.headers(), answer.body());
                case Called.NotSent(String why, boolean _) -> new OutboundAnswer.NotSent(host + ": " + why, false);
                case Called.NoAnswer(String why) -> new OutboundAnswer.Unknown(host + ": " + why);
            };
        }
    }

    private static HttpCall call(OutboundRequest request, HttpTarget target) {
        List<Header> headers = new ArrayList<>(request.headers());
        if (headers.stream().noneMatch(header -> header.isNamed("User-Agent"))) {
            headers.add(new Header("User-Agent", "Tallygate"));
        }
        headers.add(new Header("Connection", "close"));
        return new HttpCall(request.method(), target, headers, request.body());
    }

    private static OutboundAnswer forbidden(Exception e) {
        return new OutboundAnswer.NotSent("not called: " + e.getMessage(), true);
    }

    /** A look-up blocks for as long as the resolver's own settings say, so it runs on a thread that can be left behind. */
    private List<InetAddress> lookUp(String host, Duration within)
            throws InterruptedException, UnknownHostException, TimeoutException {
        if (!lookups.tryAcquire(within.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException();
        }
        var found = new CompletableFuture<List<InetAddress>>();
        Thread.ofPlatform().daemon().name("outbound-lookup").start(() -> {
            try {
                found.complete(names.addressesOf(host));
            } catch (UnknownHostException | RuntimeException e) {
                found.completeExceptionally(e);
            } finally {
                lookups.release();
            }
        });
        try {
            return found.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new UnknownHostException(host);
        }
    }
}
