package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands say and how they end, as a script sees them. */
class CommandLineIT {
    @TempDir
    private Path folder;

    private record Ended(int exit, String out, String err) {}

    private Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(RunningGateway.launcher().toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Path config(String text) throws IOException {
        return Files.writeString(folder.resolve("tallygate.yaml"), text);
    }

    private static final String GOOD = """
        endpoints:
          - name: shop
            provider: stripe
            secrets: ["whsec_cli0123456789"]
            route: orders
        routes:
          orders:
            handler: { kind: log }
        """;

    @Test
    void anUnknownArgumentNeverFallsThroughToServing() throws Exception {
        Ended ended = run("serv");
        assertThat(ended.exit()).isEqualTo(64);
        assertThat(ended.err()).contains("serv").contains("--help");
        assertThat(run("serve", "--confg", "x").exit()).isEqualTo(64);
    }

    @Test
    @Tag("F-42")
    void everyProblemOfAConfigurationIsSaidAtOnceWithItsLine() throws Exception {
        Path file = config("""
            endpoints:
              - name: shop
                provider: strip
                secrets: ["whsec_verysecret"]
                route: orders
              - name: two
                provider: alipay
                public-key: nonsense
                route: ordrs
            routes:
              orders:
                handler: { kind: http, url: "ftp://x", timeout: 5 }
            """);
        Ended ended = run("check-config", file.toString());
        assertThat(ended.exit()).isEqualTo(78);
        assertThat(ended.out())
                .contains("line 3", "did you mean 'stripe'")
                .contains("line 9", "ordrs")
                .contains("line 12")
                .doesNotContain("whsec_verysecret");
        Ended serve = run("serve", "--config", file.toString());
        assertThat(serve.exit()).isEqualTo(78);
        assertThat(serve.err()).contains("nothing was started").contains("未启动");
    }

    @Test
    void aGoodConfigurationIsGood() throws Exception {
        assertThat(run("check-config", config(GOOD).toString()).exit()).isZero();
    }

    @Test
    void whatSignMakesVerifyTakesAndWhatItSpoilsVerifyRefuses() throws Exception {
        String file = config(GOOD).toString();
        Path made = folder.resolve("made.json");
        Files.writeString(
                made, run("sign", "--config", file, "--endpoint", "shop").out(), StandardCharsets.UTF_8);
        Ended genuine = run("verify", "--config", file, "--endpoint", "shop", made.toString());
        assertThat(genuine.exit()).isZero();
        assertThat(genuine.out()).contains("GENUINE").contains("eventId=evt_").contains("amountMinor=1099");
        for (String how : List.of("body", "key")) {
            Files.writeString(
                    made,
                    run("sign", "--config", file, "--endpoint", "shop", "--spoil", how)
                            .out());
            Ended refused = run("verify", "--config", file, "--endpoint", "shop", "--json", made.toString());
            assertThat(refused.exit()).as(how).isEqualTo(1);
            assertThat(refused.out()).as(how).contains("\"valid\":false", "\"reason\":\"signature-mismatch\"");
        }
    }

    @Test
    void aBatchJudgesEveryLineAndABrokenEndpointFailsItsOwnOnly() throws Exception {
        Path file = config("""
            endpoints:
              - name: shop
                provider: stripe
                secrets: ["whsec_cli0123456789"]
                route: orders
              - name: broken
                provider: stripe
                route: orders
            routes:
              orders:
                handler: { kind: log }
            """);
        String request = run("sign", "--config", file.toString(), "--endpoint", "shop")
                .out()
                .strip();
        Path batch = Files.writeString(
                folder.resolve("batch.jsonl"),
                "{\"endpoint\":\"shop\",\"at\":null,\"request\":%1$s}\n{\"endpoint\":\"broken\",\"at\":null,\"request\":%1$s}\n"
                        .formatted(request));
        Ended ended = run("verify", "--config", file.toString(), "--batch", batch.toString(), "--json");
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(ended.out().lines().toList()).hasSize(2);
        assertThat(ended.out().lines().toList().get(0)).contains("\"valid\":true");
        assertThat(ended.out().lines().toList().get(1)).contains("\"reason\":\"config\"", "secrets");
    }

    @Test
    void theVersionAndTheHelpGoToStandardOutput() throws Exception {
        assertThat(run("--version").out()).startsWith("tallygate 0.");
        Ended help = run("--help");
        assertThat(help.exit()).isZero();
        assertThat(help.out()).contains("serve", "check-config", "verify", "sign");
    }
}
