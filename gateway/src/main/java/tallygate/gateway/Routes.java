package tallygate.gateway;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tallygate.callback.handler.Handler;
import tallygate.callback.handler.HandlerTools;
import tallygate.callback.handler.Handlers;
import tallygate.callback.handler.HttpConfig;
import tallygate.callback.handler.LogConfig;
import tallygate.config.EarlyConfig;
import tallygate.config.HandlerConfig;
import tallygate.config.HttpHandlerConfig;
import tallygate.config.LogHandlerConfig;
import tallygate.config.RetryConfig;
import tallygate.config.RouteConfig;
import tallygate.config.value.StatusSet;
import tallygate.gateway.process.Backoff;
import tallygate.gateway.process.Jitter;
import tallygate.gateway.process.RetryPolicy;
import tallygate.gateway.process.Waits;
import tallygate.gateway.process.WorkRoute;
import tallygate.gateway.task.LastOutcome;

/** From the configuration's routes to the worker's. */
final class Routes {
    private static final int STATUS_MIN = 100;
    private static final int STATUS_MAX = 599;

    private Routes() {}

    static List<WorkRoute> of(Map<String, RouteConfig> routes, HandlerTools tools) {
        return routes.values().stream().map(route -> route(route, tools)).toList();
    }

    private static WorkRoute route(RouteConfig route, HandlerTools tools) {
        Handler handler = Handlers.of(handler(route.handler()), tools);
        Map<String, RetryPolicy> byBizType = new HashMap<>();
        route.bizTypes().forEach((type, retry) -> byBizType.put(type, policy(retry, route.early(), Map.of())));
        return new WorkRoute(
                route.name(),
                handler,
                policy(route.retry(), route.early(), byBizType),
                new WorkRoute.Limits(route.concurrency(), route.waiting(), route.runMax()));
    }

    private static tallygate.callback.handler.HandlerConfig handler(HandlerConfig handler) {
        return switch (handler) {
            case HttpHandlerConfig http -> http(http);
            case LogHandlerConfig _ -> new LogConfig();
        };
    }

    private static HttpConfig http(HttpHandlerConfig http) {
        HttpConfig.Format format = switch (http.format()) {
            case ENVELOPE -> new HttpConfig.Format.Envelope();
            case ORIGINAL ->
                new HttpConfig.Format.Original(new HttpConfig.SuccessWhen(
                        statuses(http.success().status()), http.success().body().orElse("")));
        };
        return new HttpConfig(
                http.url(),
                format,
                new HttpConfig.Timeouts(http.timeout(), http.connectTimeout(), http.timeout()),
                http.secret().map(secret -> List.of(secret.reveal())).orElse(List.of()),
                new HttpConfig.Answers(
                        statuses(http.alreadyDone()), statuses(http.retry()), statuses(http.permanent())));
    }

    private static Set<Integer> statuses(StatusSet statuses) {
        Set<Integer> all = new HashSet<>();
        for (int status = STATUS_MIN; status <= STATUS_MAX; status++) {
            if (statuses.contains(status)) {
                all.add(status);
            }
        }
        return all;
    }

    private static RetryPolicy policy(RetryConfig retry, EarlyConfig early, Map<String, RetryPolicy> byBizType) {
        Map<LastOutcome, Backoff> byOutcome = new HashMap<>();
        retry.refused().ifPresent(pauses -> byOutcome.put(LastOutcome.REFUSED, backoff(pauses)));
        retry.unknown().ifPresent(pauses -> byOutcome.put(LastOutcome.UNKNOWN, backoff(pauses)));
        return new RetryPolicy(
                backoff(retry.backoff()),
                jitter(retry.jitter()),
                byOutcome,
                byBizType,
                new Waits(early.first(), early.most(), early.deadline()));
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
