package tallygate.loadtest.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {
    private static final String PLAIN =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\ncontent-length: 7\r\n\r\nsuccess";
    private static final String EMPTY =
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n";
    private static final String TEXT = "abcdefghijklmnopqrstuvwxyz";
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\nabcd\r\n1a\r\n"
            + TEXT + "\r\n0\r\nA: 1\r\n\r\n";
    private static final String NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";
    private static final String INTERIM =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 Unauthorized\r\nContent-Length: 1\r\n\r\n.";

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, EMPTY, CHUNKED, NO_CONTENT, INTERIM})
    void anAnswerIsReadTheSameHoweverItIsCut(String answer) throws Exception {
        int status = answer.contains("401") ? 401 : Integer.parseInt(answer.substring(9, 12));
        byte[] bytes = answer.getBytes(StandardCharsets.US_ASCII);
        for (int cut = 0; cut < bytes.length; cut++) {
            var reader = new AnswerReader();
            assertThat(reader.read(ByteBuffer.wrap(bytes, 0, cut)))
                    .as("complete after %d bytes", cut)
                    .isFalse();
            assertThat(reader.read(ByteBuffer.wrap(bytes, cut, bytes.length - cut)))
                    .isTrue();
            assertThat(reader.status()).isEqualTo(status);
            assertThat(reader.isKept()).isTrue();
        }
    }

    @Test
    void whatFollowsAnAnswerIsLeftForTheNext() throws Exception {
        var reader = new AnswerReader();
        ByteBuffer both = ascii(PLAIN + EMPTY);
        assertThat(reader.read(both)).isTrue();
        assertThat(reader.status()).isEqualTo(200);
        reader.reset();
        assertThat(reader.read(both)).isTrue();
        assertThat(reader.status()).isEqualTo(503);
        assertThat(both.hasRemaining()).isFalse();
    }

    @Test
    void aConnectionIsKeptUnlessTheAnswerSaysOtherwise() throws Exception {
        assertThat(read("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
                        .isKept())
                .isFalse();
        assertThat(read("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n")
                        .isKept())
                .isTrue();
        assertThat(read("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").isKept())
                .isFalse();
    }

    @Test
    void anAnswerWithoutALengthEndsWithItsConnection() throws Exception {
        var reader = new AnswerReader();
        assertThat(reader.read(ascii("HTTP/1.1 200 OK\r\n\r\nsome bytes"))).isFalse();
        assertThat(reader.endsWithStream()).isTrue();
        assertThat(reader.status()).isEqualTo(200);
        assertThat(reader.isKept()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n",
                "HTTP/1.1 abc OK\r\n",
                "HTTP/1.1 099 OK\r\n",
                "HTTP/1.1\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            })
    void whatIsNotHttpIsRefused(String bytes) {
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(AnswerReader.BadAnswerException.class);
    }

    @Test
    void anEndlessHeadIsRefused() {
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nX: " + "x".repeat(20_000)))
                .hasMessageContaining("head over 16384 bytes");
    }

    private static AnswerReader read(String bytes) throws Exception {
        var reader = new AnswerReader();
        reader.read(ascii(bytes));
        return reader;
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
