package tallygate.gateway.reconcile.statement;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;

/** Reads whole files in tests. */
final class Read {
    private Read() {}

    static Expected expected(String day, String... merchants) {
        return new Expected(LocalDate.parse(day), Set.of(merchants), "");
    }

    static List<StatementRow> rows(StatementFormat format, byte[] file, Expected expected) {
        List<StatementRow> rows = new ArrayList<>();
        try {
            new Statements(Bounds.standard()).read(format, new ByteArrayInputStream(file), expected, rows::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    static List<StatementRow> rows(StatementFormat format, String file, Expected expected) {
        return rows(format, file.getBytes(StandardCharsets.UTF_8), expected);
    }

    static AbstractThrowableAssert<?, ? extends Throwable> refusal(
            StatementFormat format, byte[] file, Expected expected) {
        return assertThatThrownBy(() -> new Statements(Bounds.standard())
                        .read(format, new ByteArrayInputStream(file), expected, _ -> {}))
                .isInstanceOf(BadStatementException.class);
    }

    static AbstractThrowableAssert<?, ? extends Throwable> refusal(
            StatementFormat format, String file, Expected expected) {
        return refusal(format, file.getBytes(StandardCharsets.UTF_8), expected);
    }
}
