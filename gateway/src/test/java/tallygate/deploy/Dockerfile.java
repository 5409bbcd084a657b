package tallygate.deploy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Dockerfile as an engine reads it, as far as ours goes.
 *
 * @param stages from the first FROM on
 */
public record Dockerfile(List<Stage> stages) {
    private static final Pattern PAIR = Pattern.compile("(\\w+)=(\"[^\"]*\"|\\S+)");

    /** An instruction, its continued lines put together. */
    public record Instruction(String word, String rest) {
        /** The words of the exec form. */
        public List<String> exec() {
            String json = rest.substring(rest.indexOf('['));
            try {
                return new ObjectMapper().readValue(json, new TypeReference<List<String>>() {});
            } catch (JsonProcessingException e) {
                throw new AssertionError(word + " is not in exec form: " + rest, e);
            }
        }
    }

    /** What stands below one FROM. */
    public record Stage(List<Instruction> instructions) {
        public List<String> all(String word) {
            return instructions.stream()
                    .filter(one -> one.word().equals(word))
                    .map(Instruction::rest)
                    .toList();
        }

        public Instruction last(String word) {
            return instructions.stream()
                    .filter(one -> one.word().equals(word))
                    .reduce((_, later) -> later)
                    .orElseThrow(() -> new AssertionError("no " + word));
        }

        public Map<String, String> environment() {
            Map<String, String> environment = new LinkedHashMap<>();
            for (String line : all("ENV")) {
                Matcher pair = PAIR.matcher(line);
                while (pair.find()) {
                    environment.put(pair.group(1), pair.group(2).replace("\"", ""));
                }
            }
            return environment;
        }
    }

    public static Dockerfile read(String text) {
        List<Stage> stages = new ArrayList<>();
        List<Instruction> now = new ArrayList<>();
        String plain = text.replaceAll("(?m)^#.*\n", "").replaceAll("\\\\\n", " ");
        for (String line :
                plain.lines().map(String::strip).filter(one -> !one.isEmpty()).toList()) {
            String[] parts = line.split("\\s+", 2);
            if (parts[0].equals("FROM")) {
                now = new ArrayList<>();
                stages.add(new Stage(now));
            }
            now.add(new Instruction(parts[0], parts[1].replaceAll("\\s+", " ")));
        }
        return new Dockerfile(List.copyOf(stages));
    }
}
