package tallygate.gateway;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tallygate.callback.handler.Handler;
import tallygate.callback.handler.HandlerTools;
import tallygate.callback.handler.Handlers;
import tallygate.config.EarlyConfig;
import tallygate.config.RetryConfig;
import tallygate.config.RouteConfig;
import tallygate.config.SagaHandlerConfig;
import tallygate.gateway.process.Backoff;
import tallygate.gateway.process.Jitter;
import tallygate.gateway.process.RetryPolicy;
import tallygate.gateway.process.Waits;
import tallygate.gateway.process.WorkConfig;
import tallygate.gateway.process.WorkRoute;
import tallygate.gateway.task.LastOutcome;

/** From the configuration's routes to the worker's. */
final class Routes {
    private static final int VERSION_BYTES = 6;

    private Routes() {}

    /** @param sagas makes the handler that starts a saga of that name */
    static List<WorkRoute> of(Map<String, RouteConfig> routes, HandlerTools tools, Function<String, Handler> sagas) {
        return routes.values().stream().map(route -> route(route, tools, sagas)).toList();
    }

    static WorkConfig.Pace pace(tallygate.config.WorkConfig work) {
        return new WorkConfig.Pace(
                work.leasePatrol(),
                work.dueScan(),
                work.leaseScan(),
                WorkConfig.Pace.STANDARD.probe(),
                work.crashesMax(),
                work.concurrency());
    }

    private static WorkRoute route(RouteConfig route, HandlerTools tools, Function<String, Handler> sagas) {
        Handler handler = route.handler() instanceof SagaHandlerConfig(String saga)
                ? sagas.apply(saga)
                : Handlers.of(HandlerSettings.of(route.handler()), tools);
        Duration scan = scan(route);
        Map<String, RetryPolicy> byBizType = new HashMap<>();
        route.bizTypes()
                .forEach((type, rules) -> byBizType.put(
                        type,
                        policy(
                                rules.retry(),
                                rules.early(),
                                Map.of(),
                                beyond(scan, rules.scan().orElse(route.care().scan())))));
        return new WorkRoute(
                route.name(),
                version(route),
                handler,
                policy(
                        route.retry(),
                        route.early(),
                        byBizType,
                        beyond(scan, route.care().scan())),
                new WorkRoute.Limits(route.concurrency(), route.waiting(), route.runMax()),
                RouteCare.rules(route.care(), tools).scannedEvery(scan));
    }

    /** By its name, else by what is configured; what a secret is does not count. */
    private static String version(RouteConfig route) {
        return route.care().version().orElseGet(() -> digest(route.handler().toString()));
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, VERSION_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    /** A lane is looked through as a whole, so as often as one of its kinds of business wants it. */
    private static Duration scan(RouteConfig route) {
        return route.bizTypes().values().stream()
                .flatMap(type -> type.scan().stream())
                .reduce(route.care().scan(), (a, b) -> a.compareTo(b) <= 0 ? a : b);
    }

    /** Tasks that are to be looked at less often than their lane are not due in between. */
    private static Duration beyond(Duration lane, Duration own) {
        return own.compareTo(lane) > 0 ? own : Duration.ZERO;
    }

    private static RetryPolicy policy(
            RetryConfig retry, EarlyConfig early, Map<String, RetryPolicy> byBizType, Duration step) {
        Map<LastOutcome, Backoff> byOutcome = new HashMap<>();
        retry.refused().ifPresent(pauses -> byOutcome.put(LastOutcome.REFUSED, backoff(pauses)));
        retry.unknown().ifPresent(pauses -> byOutcome.put(LastOutcome.UNKNOWN, backoff(pauses)));
        return new RetryPolicy(
                backoff(retry.backoff()),
                jitter(retry.jitter()),
                byOutcome,
                byBizType,
                new Waits(early.first(), early.most(), early.deadline(), retry.retryAfterMax()),
                retry.deadline(),
                step);
    }

    private static Backoff backoff(tallygate.config.Backoff backoff) {
        return switch (backoff) {
            case tallygate.config.Backoff.Schedule(var delays) -> new Backoff.Schedule(delays);
            case tallygate.config.Backoff.Fixed(var delay, var retries) -> new Backoff.Fixed(delay, retries);
            case tallygate.config.Backoff.Exponential(var first, var factor, var cap, var retries) ->
                new Backoff.Exponential(first, factor, cap, retries);
        };
    }

    private static Jitter jitter(tallygate.config.value.Jitter jitter) {
        return switch (jitter) {
            case tallygate.config.value.Jitter.Share(var percent) -> new Jitter.Percent(percent);
            case tallygate.config.value.Jitter.Extra(var least, var most) -> new Jitter.Range(least, most);
        };
    }
}
