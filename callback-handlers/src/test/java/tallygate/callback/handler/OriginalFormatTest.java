package tallygate.callback.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.signature.Header;

class OriginalFormatTest {
    private static final HandlerTools TOOLS = new HandlerTools(InstantSource.system(), System::nanoTime, new Random(1));
    private Receiver script = new Receiver(_ -> Receiver.Answer.of(200));

    @AfterEach
    void stop() {
        script.stop();
    }

    private Outcome send(String path, HttpConfig.SuccessWhen success, Delivery delivery) throws InterruptedException {
        var config = new HttpConfig(
                script.url(path),
                new HttpConfig.Format.Original(success),
                HttpConfig.Timeouts.of(Duration.ofSeconds(5)),
                List.of(),
                HttpConfig.Answers.DEFAULT);
        Handler handler = Handlers.of(config, TOOLS);
        try {
            return handler.handle(delivery);
        } finally {
            handler.close();
        }
    }

    private void script(int status, String body) {
        script.stop();
        script = new Receiver(_ -> new Receiver.Answer(status, Map.of(), body));
    }

    private static Delivery callback(String method, String target, List<Header> headers, String body) {
        return Deliveries.of(1, Deliveries.callback(method, target, headers, body), "decrypted content");
    }

    @Test
    void methodQueryHeadersAndBytesArriveAsTheyCame() throws InterruptedException {
        var headers = List.of(
                new Header("X-Signature", "t=1,v1=ab%20/+="),
                new Header("content-type", "application/x-www-form-urlencoded; charset=GBK"),
                new Header("X-Twice", "one"),
                new Header("X-Twice", "two"),
                new Header("Host", "pay.example"),
                new Header("Content-Length", "9"),
                new Header("Connection", "close, X-Hop"),
                new Header("X-Hop", "mine"),
                new Header("Transfer-Encoding", "chunked"),
                new Header("Expect", "100-continue"));
        assertThat(send(
                        "/notify.php?key=1",
                        new HttpConfig.SuccessWhen(Set.of(200), ""),
                        callback("PUT", "/callbacks/shop?a=1&b=%2B", headers, "a=1&b=%2B")))
                .isInstanceOf(Outcome.Done.class);
        Receiver.Got got = script.got().getFirst();
        assertThat(got.method()).isEqualTo("PUT");
        assertThat(got.uri()).hasToString("/notify.php?key=1&a=1&b=%2B");
        assertThat(got.text()).isEqualTo("a=1&b=%2B");
        assertThat(got.header("X-Signature")).isEqualTo("t=1,v1=ab%20/+=");
        assertThat(got.header("Content-Type")).isEqualTo("application/x-www-form-urlencoded; charset=GBK");
        assertThat(got.headers().get("X-twice")).containsExactly("one", "two");
        assertThat(got.header("Host")).isEqualTo(script.url("").getAuthority());
        assertThat(got.header("X-Hop")).isEmpty();
        assertThat(got.header("Idempotency-Key")).isEqualTo(Deliveries.KEY);
    }

    @Test
    void aGetCallbackStaysAGet() throws InterruptedException {
        send(
                "/notify.php",
                new HttpConfig.SuccessWhen(Set.of(200), ""),
                callback("GET", "/callbacks/shop?trade_no=1", List.of(), ""));
        assertThat(script.got().getFirst().method()).isEqualTo("GET");
        assertThat(script.got().getFirst().uri()).hasToString("/notify.php?trade_no=1");
    }

    @ParameterizedTest
    @Tag("T-42")
    @CsvSource(
            delimiter = '|',
            value = {
                "200|success|Done",
                "200|SUCCESS|Unknown",
                "200|success (cached)|Unknown",
                "200|fail|Unknown",
                "200|<html>Warning: division by zero</html>success|Unknown",
                "201|success|Unknown",
                "500|success|Unknown",
                "400|bad sign|Unknown",
                "404|nothing here|Misconfigured",
                "503|busy|Retry"
            })
    void onlyTheScriptsOwnSuccessAnswerIsSuccess(int status, String body, String outcome) throws InterruptedException {
        script(status, body);
        Outcome got =
                send("/", new HttpConfig.SuccessWhen(Set.of(200), "success"), callback("POST", "/", List.of(), "x"));
        assertThat(got.getClass().getSimpleName()).isEqualTo(outcome);
    }

    @Test
    void aByteOrderMarkAndLineBreaksAroundTheAnswerDoNotMatter() throws InterruptedException {
        script(200, "\uFEFF\n success\r\n");
        assertThat(send("/", new HttpConfig.SuccessWhen(Set.of(200), "success"), callback("POST", "/", List.of(), "x")))
                .isInstanceOf(Outcome.Done.class);
    }

    @Test
    void anAnswerLongerThanTheLimitIsNoSuccess() throws InterruptedException {
        script(200, "success" + " ".repeat(70_000));
        assertThat(send("/", new HttpConfig.SuccessWhen(Set.of(200), "success"), callback("POST", "/", List.of(), "x")))
                .isEqualTo(new Outcome.Unknown(
                        "HTTP 200 (more than 65536 bytes), which is not this route's success answer"));
    }

    @Test
    void aTaskThatWasNoCallbackCannotBeSentAsOne() throws InterruptedException {
        assertThat(send("/", new HttpConfig.SuccessWhen(Set.of(200), ""), callback("", "", List.of(), "")))
                .isInstanceOf(Outcome.Permanent.class);
        assertThat(script.got()).isEmpty();
    }

    @Test
    void aHeaderThatWouldBeginAnotherRequestIsNotSent() throws InterruptedException {
        var smuggled = List.of(new Header("X-A", "1\r\nX-Admin: yes"));
        assertThat(send("/", new HttpConfig.SuccessWhen(Set.of(200), ""), callback("POST", "/", smuggled, "x")))
                .isInstanceOf(Outcome.Permanent.class);
        assertThat(script.got()).isEmpty();
    }
}
