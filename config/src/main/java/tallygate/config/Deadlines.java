package tallygate.config;

import java.time.Duration;
import java.util.List;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.Size;

/**
 * How long each part of a callback may take.
 *
 * @param header from the first byte (or the connection's start) to the end of the headers
 * @param body from the end of the headers to the end of the body
 * @param bodyRateMin bytes a second that a body must bring; zero for no such rule
 * @param answer from the end of the body to our answer; then 503
 * @param idle between two requests of a connection
 * @param write from an answer to its last byte
 */
public record Deadlines(
        Duration header, Duration body, Size bodyRateMin, Duration answer, Duration idle, Duration write) {
    private static final Key<Duration> HEADER = Key.of(
                    "header-timeout",
                    Kinds.duration("100ms", "5m"),
                    "Time to receive the headers, TLS handshake included. Then 408 and the connection is closed.",
                    "接收请求头（含 TLS 握手）的时限，超时应答 408 并关闭连接。")
            .or("5s");
    private static final Key<Duration> BODY = Key.of(
                    "body-timeout",
                    Kinds.duration("100ms", "5m"),
                    "Time to receive the body. Then 408 and the connection is closed.",
                    "接收请求体的时限，超时应答 408 并关闭连接。")
            .or("10s");
    private static final Key<Size> BODY_RATE = Key.of(
                    "body-rate-min",
                    Kinds.size("0B", "1MiB"),
                    "Bytes a second that a body must bring after its first two seconds; 0B turns the rule off.",
                    "请求体在最初两秒之后每秒至少应到达的字节数；0B 表示不作要求。")
            .or("512B");
    private static final Key<Duration> ANSWER = Key.of(
                    "answer-deadline",
                    Kinds.duration("500ms", "30s"),
                    "Time from the whole request to our answer. A callback that is not committed by then gets 503 and"
                            + " is sent again by the provider.",
                    "从收完请求到应答的时限。届时仍未提交的回调应答 503，由支付平台重发。")
            .or("3s")
            .atRestart();
    private static final Key<Duration> IDLE = Key.of(
                    "idle-timeout",
                    Kinds.duration("1s", "1h"),
                    "A connection without a request is closed after this. Longer than the load balancer keeps its own.",
                    "连接空闲多久后关闭。应长于负载均衡保持空闲连接的时间。")
            .or("75s");
    private static final Key<Duration> WRITE = Key.of(
                    "write-timeout",
                    Kinds.duration("100ms", "5m"),
                    "Time for the sender to take our answer.",
                    "发送方读取应答的时限。")
            .or("10s");

    static final List<Key<?>> KEYS = List.of(HEADER, BODY, BODY_RATE, ANSWER, IDLE, WRITE);

    public Deadlines {
        new Rules()
                .must(
                        header.isPositive() && body.isPositive(),
                        "header-timeout and body-timeout must be above zero",
                        "header-timeout")
                .must(answer.isPositive(), "answer-deadline must be above zero", "answer-deadline")
                .must(
                        idle.isPositive() && write.isPositive(),
                        "idle-timeout and write-timeout must be above zero",
                        "idle-timeout")
                .hold();
    }

    /** The defaults. */
    public static Deadlines standard() {
        return LimitsConfig.standard().deadlines();
    }

    static Deadlines from(Section section) {
        return new Deadlines(
                section.value(HEADER),
                section.value(BODY),
                section.value(BODY_RATE),
                section.value(ANSWER),
                section.value(IDLE),
                section.value(WRITE));
    }
}
