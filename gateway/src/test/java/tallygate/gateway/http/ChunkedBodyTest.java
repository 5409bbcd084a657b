package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bodies in pieces: where the network cuts must make no difference. */
class ChunkedBodyTest {
    private static final String TEXT = "{\"note\":\"m\u00e2nec\u0103 \u652f\u4ed8 \ud83d\ude00\"}";
    private final Budget budget = new Budget();

    @Test
    @Tag("O-002")
    void fiveHundredRandomCutsGiveTheSameBodyEachTime() {
        var dice = new SplittableRandom(20_260_301);
        byte[] body = TEXT.getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 500; round++) {
            byte[] wire = chunked(body, dice);
            var chunks = new ChunkedBody(RequestLimits.defaults(), budget);
            ByteBuf buffer = Unpooled.buffer();
            Body.Progress progress = Body.State.MORE;
            int sent = 0;
            while (sent < wire.length) {
                assertThat(progress).isEqualTo(Body.State.MORE);
                int piece = Math.min(wire.length - sent, 1 + dice.nextInt(4));
                buffer.writeBytes(wire, sent, piece);
                sent += piece;
                progress = chunks.read(buffer);
            }
            assertThat(progress).as("round %d", round).isEqualTo(Body.State.COMPLETE);
            assertThat(new String(chunks.gathered().exact(), StandardCharsets.UTF_8))
                    .isEqualTo(TEXT);
            chunks.gathered().release();
            buffer.release();
        }
        assertThat(budget.used()).isZero();
    }

    @Test
    void whatComesAfterTheBodyIsLeftForTheNextRequest() {
        ByteBuf buffer = Unpooled.copiedBuffer("2\r\nhi\r\n0\r\n\r\nGET /", StandardCharsets.US_ASCII);
        var chunks = new ChunkedBody(RequestLimits.defaults(), budget);
        assertThat(chunks.read(buffer)).isEqualTo(Body.State.COMPLETE);
        assertThat(buffer.toString(StandardCharsets.US_ASCII)).isEqualTo("GET /");
    }

    @Test
    void extensionsAndTrailersAreBounded() {
        var limits = RequestLimits.defaults();
        var extensions = new ChunkedBody(limits, budget);
        String chunk = "1;" + "x".repeat(200) + "\r\na\r\n";
        assertThat(extensions.read(Unpooled.copiedBuffer(chunk.repeat(50), StandardCharsets.US_ASCII)))
                .isEqualTo(Refusal.CHUNK);
        var trailers = new ChunkedBody(limits, budget);
        assertThat(trailers.read(
                        Unpooled.copiedBuffer("0\r\n" + "A: b\r\n".repeat(65) + "\r\n", StandardCharsets.US_ASCII)))
                .isEqualTo(Refusal.CHUNK);
        var large = new ChunkedBody(limits, budget);
        assertThat(large.read(Unpooled.copiedBuffer("0\r\nA: " + "b".repeat(9_000), StandardCharsets.US_ASCII)))
                .isEqualTo(Refusal.CHUNK);
    }

    @Test
    void aBodyOfKnownLengthEndsUpInAnArrayOfItsSize() {
        byte[] wire = "x".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        var body = new FixedBody(wire.length, budget, Long.MAX_VALUE);
        ByteBuf buffer = Unpooled.buffer();
        for (int sent = 0; sent < wire.length; sent += 1_000) {
            buffer.writeBytes(wire, sent, 1_000);
            body.read(buffer);
        }
        assertThat(body.gathered().exact()).isEqualTo(wire);
        assertThat(budget.used()).isEqualTo(wire.length);
        budget.give(wire.length);
    }

    @Test
    void aBodyThatDoesNotFitTheBudgetTakesNothingMoreOfIt() {
        assertThat(budget.take(90, 100)).isTrue();
        var body = new FixedBody(50, budget, 100);
        assertThat(body.read(Unpooled.copiedBuffer("x".repeat(50), StandardCharsets.US_ASCII)))
                .isEqualTo(Refusal.BODY_MEMORY);
        body.gathered().release();
        assertThat(budget.used()).isEqualTo(90);
    }

    private static byte[] chunked(byte[] body, SplittableRandom dice) {
        var wire = new StringBuilder();
        int at = 0;
        while (at < body.length) {
            int size = Math.min(body.length - at, 1 + dice.nextInt(3));
            wire.append(Integer.toHexString(size)).append("\r\n");
            wire.append(new String(body, at, size, StandardCharsets.ISO_8859_1)).append("\r\n");
            at += size;
        }
        return wire.append("0\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
