package tallygate.loadtest.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.loadtest.http.HttpServer;
import tallygate.loadtest.measure.CpuWatch;

class DriverTest {
    /** What the server does with one message. */
    private sealed interface Reaction {
        record Status(int status) implements Reaction {}

        record StatusAndClose(int status) implements Reaction {}

        record Reset() implements Reaction {}

        record Silence() implements Reaction {}

        record Late(Duration by) implements Reaction {}
    }

    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private HttpServer server = HttpServer.listen(0, 1, _ -> {});

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyMessageIsSentOnceAndEveryAnswerIsBooked() throws Exception {
        serve(number -> new Reaction.Status(number % 10 == 0 ? 401 : number % 10 == 1 ? 503 : 200));
        DriveResult result = drive(1_000, 16, 2);
        assertThat(result.whole().books()).isEqualTo(new Books(1_000, 800, 100, 100, 0));
        assertThat(result.whole().statuses()).isEqualTo(Map.of(200, 800L, 401, 100L, 503, 100L));
        assertThat(seen)
                .hasSize(1_000)
                .allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
        assertThat(result.accepted().cardinality()).isEqualTo(800);
        assertThat(result.accepted().get(10)).isFalse();
        assertThat(result.accepted().get(12)).isTrue();
        assertThat(result.window().latencyMicros().count()).isEqualTo(800);
    }

    @Test
    void connectionsThatAreClosedOrResetAreReplacedAndTheirMessagesBooked() throws Exception {
        serve(number -> number % 5 == 0
                ? new Reaction.Reset()
                : number % 5 == 1 ? new Reaction.StatusAndClose(200) : new Reaction.Status(200));
        DriveResult result = drive(200, 8, 1);
        assertThat(result.whole().books()).isEqualTo(new Books(200, 160, 0, 0, 40));
        assertThat(result.whole().statuses()).isEqualTo(Map.of(0, 40L, 200, 160L));
    }

    @Test
    void aMessageWithoutAnAnswerFailsAfterThePatience() throws Exception {
        serve(number -> number == 3 ? new Reaction.Silence() : new Reaction.Status(200));
        DriveResult result = drive(20, 4, 1);
        assertThat(result.whole().books()).isEqualTo(new Books(20, 19, 0, 0, 1));
        assertThat(result.accepted().get(3)).isFalse();
    }

    @Test
    void messagesAreDealtOutToAllTargets() throws Exception {
        serve(_ -> new Reaction.Status(200));
        var elsewhere = new AtomicInteger();
        try (HttpServer other = listen(_ -> {
            elsewhere.incrementAndGet();
            return new Reaction.Status(200);
        })) {
            var aim = new Aim(List.of(address(server), address(other)), 8, Duration.ofSeconds(5));
            DriveResult result = driver(aim).run(counted(1), messages(400));
            assertThat(result.whole().books().accepted()).isEqualTo(400);
            assertThat(elsewhere.get()).isBetween(40, 360);
        }
    }

    @Test
    void aStallIsChargedToAllThatWasDueMeanwhileInTheOpenModelAndToOneInTheClosed() throws Exception {
        serve(number -> number == 50 ? new Reaction.Late(Duration.ofMillis(400)) : new Reaction.Status(200));
        var aim = new Aim(List.of(address(server)), 1, Duration.ofSeconds(5));
        var open = new Driver.Plan(new Driver.Model.Open(500, 1), 1, Duration.ZERO, Duration.ofMillis(1_500));
        DriveResult opened = driver(aim).run(open, messages(750));
        assertThat(opened.whole().unsent()).isZero();
        assertThat(opened.window().latencyMicros().p90()).as("p90 µs, open").isGreaterThan(50_000);

        DriveResult closed = driver(aim).run(counted(1), messages(750));
        assertThat(closed.window().latencyMicros().max()).as("max µs, closed").isGreaterThan(390_000);
        assertThat(closed.window().latencyMicros().p99()).as("p99 µs, closed").isLessThan(100_000);
    }

    @Test
    void theOpenModelKeepsItsRate() throws Exception {
        serve(_ -> new Reaction.Status(200));
        var aim = new Aim(List.of(address(server)), 16, Duration.ofSeconds(5));
        var plan = new Driver.Plan(new Driver.Model.Open(400, 7), 1, Duration.ofMillis(200), Duration.ofMillis(800));
        DriveResult result = driver(aim).run(plan, messages(400));
        assertThat(result.whole().books()).isEqualTo(new Books(400, 400, 0, 0, 0));
        assertThat(result.window().perSecond()).isBetween(300.0, 500.0);
        assertThat(result.window().latencyMicros().count())
                .isEqualTo(result.window().accepted());
    }

    @Test
    void aFeedThatEndsBeforeItsTimeIsReported() throws Exception {
        serve(_ -> new Reaction.Status(200));
        var aim = new Aim(List.of(address(server)), 4, Duration.ofSeconds(5));
        var plan = new Driver.Plan(new Driver.Model.Closed(), 1, Duration.ZERO, Duration.ofSeconds(60));
        DriveResult result = driver(aim).run(plan, messages(50));
        assertThat(result.whole().usedUp()).isTrue();
        assertThat(result.window().seconds()).isLessThan(30);
        assertThat(result.window().accepted()).isEqualTo(50);
    }

    private DriveResult drive(int count, int connections, int threads) throws Exception {
        var aim = new Aim(List.of(address(server)), connections, Duration.ofMillis(700));
        return driver(aim).run(counted(threads), messages(count));
    }

    private static Driver driver(Aim aim) {
        var cpu = new CpuWatch(Map.of("generator", ProcessHandle.current().pid()), System::nanoTime);
        return new Driver(aim, cpu, System::nanoTime);
    }

    private static Driver.Plan counted(int threads) {
        return new Driver.Plan(new Driver.Model.Closed(), threads, Duration.ZERO, Duration.ZERO);
    }

    private static Driver.Messages messages(int count) {
        return new Driver.Messages(
                count,
                message -> StandardCharsets.US_ASCII.encode(
                        "POST /" + message + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"),
                false);
    }

    private static InetSocketAddress address(HttpServer server) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
    }

    private void serve(Function<Integer, Reaction> reactions) {
        server.close();
        server = listen(number -> {
            seen.merge("/" + number, 1, Integer::sum);
            return reactions.apply(number);
        });
    }

    private static HttpServer listen(Function<Integer, Reaction> reactions) {
        return HttpServer.listen(
                0, 1, pipeline -> pipeline.addLast(new HttpObjectAggregator(1024), new Reacting(reactions)));
    }

    private static final class Reacting extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final Function<Integer, Reaction> reactions;

        Reacting(Function<Integer, Reaction> reactions) {
            this.reactions = reactions;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            switch (reactions.apply(Integer.parseInt(request.uri().substring(1)))) {
                case Reaction.Status status -> context.writeAndFlush(answer(status.status()));
                case Reaction.StatusAndClose status -> {
                    DefaultFullHttpResponse answer = answer(status.status());
                    answer.headers().set("Connection", "close");
                    context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
                }
                case Reaction.Reset _ -> context.close();
                case Reaction.Silence _ -> {}
                case Reaction.Late late ->
                    context.executor()
                            .schedule(
                                    () -> context.writeAndFlush(answer(200)),
                                    late.by().toMillis(),
                                    TimeUnit.MILLISECONDS);
            }
        }

        private static DefaultFullHttpResponse answer(int status) {
            ByteBuffer body = StandardCharsets.US_ASCII.encode("ok");
            var answer = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
            answer.headers().set("Content-Length", "2");
            return answer;
        }
    }
}
