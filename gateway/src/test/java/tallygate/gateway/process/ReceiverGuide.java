package tallygate.gateway.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code in the guide for receivers, as its readers copy it. */
record ReceiverGuide(String language, String text) {
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    static ReceiverGuide in(String language) {
        Path guide = Path.of("..", "config", "docs", language, "receiver.md");
        try {
            return new ReceiverGuide(language, Files.readString(guide));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String code(String kind) {
        return blocks().stream()
                .filter(block -> block.startsWith(kind + "\n"))
                .findFirst()
                .map(block -> block.substring(kind.length() + 1))
                .orElseThrow();
    }

    List<String> blocks() {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(matcher.group(1) + "\n" + matcher.group(2));
        }
        return blocks;
    }
}
