package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageEncoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolVersion;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.netty.handler.codec.haproxy.HAProxySSLTLV;
import io.netty.handler.codec.haproxy.HAProxyTLV;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The PROXY protocol's grammar; Netty's own encoder is the second opinion. */
class ProxyHeaderTest {
    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

    @ParameterizedTest
    @CsvSource({
        "V1, TCP4, 203.0.113.7, 10.0.0.1",
        "V2, TCP4, 203.0.113.7, 10.0.0.1",
        "V1, TCP6, 2001:db8:0:0:0:0:0:7, 2001:db8:0:0:0:0:0:1",
        "V2, TCP6, 2001:db8:0:0:0:0:0:7, 2001:db8:0:0:0:0:0:1"
    })
    void theClientOfAHeaderIsRead(
            HAProxyProtocolVersion version, HAProxyProxiedProtocol family, String from, String to) {
        byte[] header =
                encoded(new HAProxyMessage(version, HAProxyCommand.PROXY, family, from, to, 40_000, 443), "GET /");
        assertThat(read(header)).isInstanceOfSatisfying(ProxyHeader.Client.class, client -> {
            assertThat(client.length()).isEqualTo(header.length - 5);
            assertThat(client.address()).isEqualTo(AddressRange.address(from).orElseThrow());
            assertThat(client.secure()).isFalse();
        });
    }

    @ParameterizedTest
    @CsvSource({"1, true", "0, false", "6, false"})
    void aProxyThatEndedTlsSaysSo(byte clientBits, boolean secure) {
        HAProxyTLV other = new HAProxyTLV(HAProxyTLV.Type.PP2_TYPE_AUTHORITY, Unpooled.wrappedBuffer(new byte[40]));
        HAProxyTLV ssl = new HAProxySSLTLV(0, clientBits, List.of());
        byte[] header = encoded(v2(HAProxyCommand.PROXY, List.of(other, ssl)), "");
        assertThat(read(header)).isInstanceOfSatisfying(ProxyHeader.Client.class, client -> {
            assertThat(client.secure()).isEqualTo(secure);
            assertThat(client.length()).isEqualTo(header.length);
        });
    }

    @Test
    void aHealthCheckOfTheProxyNamesNobody() {
        byte[] local = encoded(v2(HAProxyCommand.LOCAL, List.of()), "");
        assertThat(read(local)).isEqualTo(new ProxyHeader.Local(local.length));
        assertThat(read(SIGNATURE + "20000000")).isEqualTo(new ProxyHeader.Local(16));
        assertThat(readText("PROXY UNKNOWN\r\nGET")).isEqualTo(new ProxyHeader.Local(15));
        assertThat(readText("PROXY UNKNOWN 1.2.3.4 5.6.7.8 1 2\r\n")).isEqualTo(new ProxyHeader.Local(35));
    }

    @Test
    void everyBeginningOfAHeaderWaitsForTheRest() {
        byte[] v1 = "PROXY TCP4 203.0.113.7 10.0.0.1 40000 443\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] v2 = encoded(v2(HAProxyCommand.PROXY, List.of()), "");
        for (byte[] header : List.of(v1, v2)) {
            for (int length = 0; length < header.length; length++) {
                assertThat(read(Arrays.copyOf(header, length)))
                        .as("first %d bytes", length)
                        .isEqualTo(ProxyHeader.Other.MORE);
            }
            assertThat(read(header)).isInstanceOf(ProxyHeader.Client.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET / HTTP/1.1\r\n", "POST", "PROXX ", "proxy TCP4", "P\u0000", "\r\nGET", "\u0016\u0003\u0001"
            })
    void aConnectionThatBeginsOtherwiseHasNone(String bytes) {
        assertThat(readText(bytes)).isEqualTo(ProxyHeader.Other.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROXY TCP4 203.0.113.7 10.0.0.1 40000\r\n",
                "PROXY TCP4 203.0.113.7 10.0.0.1 40000 443 x\r\n",
                "PROXY TCP4 203.0.113.7 10.0.0.1 70000 443\r\n",
                "PROXY TCP4 203.0.113.7 10.0.0.1 -1 443\r\n",
                "PROXY TCP4 203.0.113.7 10.0.0.1 040 443\r\n",
                "PROXY TCP4 203.0.113 10.0.0.1 40000 443\r\n",
                "PROXY TCP4 2001:db8::1 2001:db8::2 40000 443\r\n",
                "PROXY TCP6 203.0.113.7 10.0.0.1 40000 443\r\n",
                "PROXY TCP4 localhost 10.0.0.1 40000 443\r\n",
                "PROXY TCP4  10.0.0.1 40000 443\r\n",
                "PROXY UDP4 203.0.113.7 10.0.0.1 40000 443\r\n",
                "PROXY TCP4 203.0.113.7 10.0.0.1 40000 443\n",
                "PROXY \r\n"
            })
    void aBrokenTextHeaderIsRefused(String header) {
        assertThat(readText(header)).isEqualTo(ProxyHeader.Other.MALFORMED);
    }

    @Test
    void aTextHeaderWithoutEndIsRefusedAtItsLargestLength() {
        assertThat(readText("PROXY " + "x".repeat(100))).isEqualTo(ProxyHeader.Other.MORE);
        assertThat(readText("PROXY " + "x".repeat(101))).isEqualTo(ProxyHeader.Other.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ff", // the version byte alone is enough to know
                "11110000",
                "31110000",
                "22110000",
                "2111000b0a000001",
                "21110801",
                "2112000c0a0000010a00000200010002",
                "2111000e0a0000010a000002000100020300",
                "211100100a0000010a0000020001000203000200"
            })
    void aBrokenBinaryHeaderIsRefused(String afterSignature) {
        String padding = "00".repeat(64);
        assertThat(read(SIGNATURE + afterSignature + padding)).isEqualTo(ProxyHeader.Other.MALFORMED);
    }

    @RepeatedTest(50)
    @Tag("T-09")
    void randomBytesAfterTheSignatureNeverThrow(RepetitionInfo run) {
        var dice = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[12 + dice.nextInt(80)];
            dice.nextBytes(bytes);
            byte[] start = dice.nextBoolean()
                    ? HexFormat.of().parseHex(SIGNATURE)
                    : "PROXY TCP4 ".getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(start, 0, bytes, 0, start.length);
            if (dice.nextBoolean() && bytes.length > 13) {
                bytes[12] = (byte) (0x20 | dice.nextInt(3));
                bytes[13] = (byte) (0x10 * dice.nextInt(4) + dice.nextInt(3));
            }
            assertThat(read(bytes)).as("seed=%d", run.getCurrentRepetition()).isNotNull();
        }
    }

    private static HAProxyMessage v2(HAProxyCommand command, List<HAProxyTLV> more) {
        return new HAProxyMessage(
                HAProxyProtocolVersion.V2,
                command,
                HAProxyProxiedProtocol.TCP4,
                "203.0.113.7",
                "10.0.0.1",
                40_000,
                443,
                more);
    }

    private static byte[] encoded(HAProxyMessage message, String payload) {
        var channel = new EmbeddedChannel(HAProxyMessageEncoder.INSTANCE);
        channel.writeOutbound(message);
        ByteBuf header = channel.readOutbound();
        ByteBuf all = Unpooled.wrappedBuffer(header, Unpooled.copiedBuffer(payload, StandardCharsets.US_ASCII));
        byte[] bytes = ByteBufUtil.getBytes(all);
        all.release();
        channel.finishAndReleaseAll();
        return bytes;
    }

    private static ProxyHeader readText(String latin1) {
        return read(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static ProxyHeader read(String hex) {
        return read(HexFormat.of().parseHex(hex));
    }

    private static ProxyHeader read(byte[] bytes) {
        return ProxyHeader.read(Unpooled.wrappedBuffer(bytes));
    }
}
