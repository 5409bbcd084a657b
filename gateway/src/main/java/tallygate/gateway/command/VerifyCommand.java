package tallygate.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tallygate.callback.provider.offline.JudgementReport;
import tallygate.callback.provider.offline.RecordedRequest;
import tallygate.callback.provider.read.UnreadableException;

/** Judges recorded requests offline: no database, no network. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Judge recorded callbacks offline and explain what is wrong with them.",
        footer = {
            "",
            "A request file:"
                + " {\"method\",\"url\",\"headers\":[[name,value]...],\"body\",\"bodyEncoding\":\"utf8\"|\"base64\"}.",
            "A batch line: {\"endpoint\",\"at\",\"request\":{...}}; one answer a line, in the same order.",
            "Exit: 0 genuine (batch: every line was judged), 1 refused."
        })
final class VerifyCommand implements Callable<Integer> {
    @Option(names = "--config", required = true, description = "The configuration file.")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @Option(names = "--endpoint", description = "The endpoint that got the requests.")
    private Optional<String> endpoint = Optional.empty();

    @Option(names = "--at", description = "Judge the replay window at this instant, for example 2026-01-01T00:00:00Z.")
    private Optional<Instant> at = Optional.empty();

    @Option(names = "--batch", description = "A file with one record a line.")
    private Optional<Path> batch = Optional.empty();

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean asJson;

    @Parameters(paramLabel = "REQUEST.json", description = "Files with one recorded request each.")
    private List<Path> files = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final ObjectMapper json = new ObjectMapper();

    @Override
    public Integer call() {
        if (batch.isEmpty() == files.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "name request files, or one --batch FILE");
        }
        Judge judge = Judge.of(config);
        if (!judge.isAble()) {
            judge.problems().forEach(spec.commandLine().getErr()::println);
            return Exit.CONFIG;
        }
        try {
            return batch.isPresent() ? judgeBatch(judge, batch.get()) : judgeFiles(judge);
        } catch (NoSuchFileException e) {
            spec.commandLine().getErr().println("tallygate: " + e.getFile() + " does not exist");
            return Exit.NO_INPUT;
        } catch (IOException e) {
            spec.commandLine().getErr().println("tallygate: cannot be read: " + e.getMessage());
            return Exit.NO_INPUT;
        }
    }

    private int judgeBatch(Judge judge, Path file) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        boolean judgedAll = true;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    judgedAll &= judgeLine(judge, out, file + " line " + number, line);
                }
            }
        }
        out.flush();
        return judgedAll ? Exit.OK : Exit.DATA;
    }

    private boolean judgeLine(Judge judge, PrintWriter out, String place, String line) {
        try {
            RecordedRequest record = record(line.getBytes(StandardCharsets.UTF_8));
            out.println(judge.judge(record.endpoint(), record));
            return true;
        } catch (UnreadableException e) {
            complain(place, e);
            out.println(JudgementReport.unjudged(endpoint.orElse(""), "the record cannot be read: " + e.getMessage()));
            return false;
        }
    }

    private void complain(String place, UnreadableException problem) {
        spec.commandLine().getErr().println("tallygate: " + place + ": " + problem.getMessage());
    }

    private int judgeFiles(Judge judge) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        int exit = Exit.OK;
        for (Path file : files) {
            try {
                RecordedRequest record = record(Files.readAllBytes(file));
                String verdict = judge.judgeThoroughly(record.endpoint(), record);
                boolean genuine = json.readTree(verdict).path("valid").asBoolean(false);
                exit = genuine ? exit : Exit.REFUSED;
                out.println(asJson ? verdict : VerdictText.of(file.toString(), json.readTree(verdict)));
            } catch (UnreadableException e) {
                complain(file.toString(), e);
                return Exit.DATA;
            }
        }
        out.flush();
        return exit;
    }

    /** What the record does not say, the options say; an option wins over the record. */
    private RecordedRequest record(byte[] text) throws UnreadableException {
        RecordedRequest read = RecordedRequest.read(text);
        String name = endpoint.orElse(read.endpoint());
        return new RecordedRequest(name, at.isPresent() ? at : read.at(), read.request());
    }
}
