package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Writing the acknowledgement of a provider that wants words. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncodeBenchmark {
    private final byte[] date = "Mon, 30 Nov 2026 12:00:00 GMT".getBytes(StandardCharsets.US_ASCII);
    private final HttpReply reply = new HttpReply(
            200, List.of(), "application/json", "{\"code\":\"SUCCESS\"}".getBytes(StandardCharsets.US_ASCII));

    @Benchmark
    public int encode() {
        ByteBuf bytes =
                AnswerEncoder.encode(ByteBufAllocator.DEFAULT, reply, AnswerEncoder.Afterwards.GOES_ON, true, date);
        int length = bytes.readableBytes();
        bytes.release();
        return length;
    }
}
