package tallygate.loadtest.provider;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * How long a provider waits before each new attempt at a notice that was not acknowledged.
 *
 * @param delays after the first, second … failed attempt; when they are used up the provider gives up
 */
public record ResendPlan(List<Duration> delays) {
    public ResendPlan {
        delays = List.copyOf(delays);
    }

    /**
     * A provider's plan by name, or delays of one's own as {@code 1s,4s,16s}.
     *
     * <p>{@code wechatpay} and {@code alipay} are the delays of the providers' notification documents (15 attempts within a
     * day; 8 within 25 hours). Stripe documents only "up to three days with exponential back-off": {@code stripe} is a plan
     * of that length with doubling delays.
     */
    public static ResendPlan of(String text) {
        String delays = switch (text) {
            case "wechatpay" -> "15s,15s,30s,3m,10m,20m,30m,30m,30m,60m,3h,3h,3h,6h,6h";
            case "alipay" -> "4m,10m,10m,1h,2h,6h,15h";
            case "stripe" -> "5m,10m,20m,40m,80m,160m,320m,640m,1280m,1280m";
            default -> text;
        };
        return new ResendPlan(Arrays.stream(delays.split(","))
                .map(delay -> Duration.parse("PT" + delay.strip()))
                .toList());
    }

    /** The same plan in other time: 0.001 makes three hours eleven seconds. */
    public ResendPlan scaled(double factor) {
        return new ResendPlan(delays.stream()
                .map(delay -> Duration.ofNanos(Math.max(1, Math.round(delay.toNanos() * factor))))
                .toList());
    }
}
