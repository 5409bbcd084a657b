package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.signature.Header;

/** An answer that would break its connection cannot be made. */
class HttpReplyTest {
    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 100, 101, 199, 600})
    void onlyFinalStatusesAreAnswers(int status) {
        assertThatThrownBy(() -> HttpReply.empty(status)).hasMessageContaining("200..599");
    }

    @ParameterizedTest
    @CsvSource({"'X\r\nY', v", "X, 'v\r\nSet-Cookie: a'", "X, 'v\u0000'", "'', v", "'X Y', v", "X, 'v\u00e9'"})
    void aHeaderCannotBreakOutOfItsLine(String name, String value) {
        assertThatThrownBy(() -> new HttpReply(200, List.of(new Header(name, value)), "", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aContentTypeCannotBreakOutOfItsLine() {
        assertThatThrownBy(() -> new HttpReply(200, List.of(), "text/plain\r\nX: y", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length", "content-type", "Date", "Connection", "Transfer-Encoding"})
    void theListenersOwnHeadersAreNotTheHandlersToWrite(String name) {
        assertThatThrownBy(() -> new HttpReply(200, List.of(new Header(name, "1")), "", new byte[0]))
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void anAnswerWithoutContentHasNone(int status) {
        assertThat(HttpReply.empty(status).body()).isEmpty();
        assertThatThrownBy(() -> HttpReply.text(status, "x")).hasMessageContaining("has no body");
    }
}
