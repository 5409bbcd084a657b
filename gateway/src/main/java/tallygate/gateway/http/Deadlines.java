package tallygate.gateway.http;

import java.time.Duration;

/**
 * How long each part of a connection's life may take. A sender cannot push one of them back by sending a byte now and
 * then: each counts from its start.
 *
 * @param head from the accepted connection, or from the first byte of a later request, to the end of the headers; TLS
 *     handshake and PROXY header included
 * @param body from the end of the headers to the end of the body
 * @param bodyBytesPerSecond a body that is slower, two seconds after its start or later, is given up; 0 for no such rule
 * @param answer from the end of the body to the handler's answer; then 503 is sent
 * @param idle between two requests; must be longer than a proxy in front keeps unused connections
 * @param write from an answer to the moment its last byte is in the kernel's buffer
 * @param linger after a last answer, for the sender to read it and close
 */
public record Deadlines(
        Duration head,
        Duration body,
        int bodyBytesPerSecond,
        Duration answer,
        Duration idle,
        Duration write,
        Duration linger) {
    public Deadlines {
        Bounds.requirePositive("head", head);
        Bounds.requirePositive("body", body);
        Bounds.require("bodyBytesPerSecond", bodyBytesPerSecond, 0, 1 << 30);
        Bounds.requirePositive("answer", answer);
        Bounds.requirePositive("idle", idle);
        Bounds.requirePositive("write", write);
        Bounds.requirePositive("linger", linger);
    }

    /** For callbacks: 5 s head, 10 s body, 512 B/s, 5 s answer, 75 s idle, 10 s write, 5 s linger. */
    public static Deadlines defaults() {
        return new Deadlines(
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                512,
                Duration.ofSeconds(5),
                Duration.ofSeconds(75),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5));
    }
}
