package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every source file is as the formatter writes it. {@code mvn -pl gateway -am test -Dtest=FormatTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dtallygate.format=apply} rewrites what is not.
 */
class FormatTest {
    @Test
    void everySourceFileIsFormatted() throws IOException, FormatterException {
        boolean apply = "apply".equals(System.getProperty("tallygate.format"));
        Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
                .style(JavaFormatterOptions.Style.PALANTIR)
                .build());
        List<String> unformatted = new ArrayList<>();
        for (Path file : Repository.files(".java")) {
            String text = Repository.text(file);
            String formatted = formatter.formatSourceAndFixImports(text);
            if (!formatted.equals(text)) {
                if (apply) {
                    Files.writeString(Repository.root().resolve(file), formatted);
                } else {
                    unformatted.add(file.toString());
                }
            }
        }
        assertThat(unformatted)
                .as("run FormatTest with -Dtallygate.format=apply")
                .isEmpty();
    }
}
