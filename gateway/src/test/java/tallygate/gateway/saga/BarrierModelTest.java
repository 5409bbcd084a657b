package tallygate.gateway.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.house.DebianPackages;

/** The model of the participants' guard, all interleavings of it: no effect is left behind, and each rule is needed. */
class BarrierModelTest {
    private static final String MODEL = "/spin/barrier.pml";

    @TempDir
    private Path folder = Path.of(".");

    @BeforeEach
    void spinIsHere() {
        assumeTrue(DebianPackages.program("spin", Path.of("/usr/bin/spin")).isPresent(), "spin is not installed");
        assumeTrue(DebianPackages.program("gcc", Path.of("/usr/bin/gcc")).isPresent(), "gcc is not installed");
    }

    private static String model() throws IOException {
        try (var in = BarrierModelTest.class.getResourceAsStream(MODEL)) {
            assertThat(in).as(MODEL).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @Tag("F-40")
    void noInterleavingLeavesAnEffectBehind() throws Exception {
        assertThat(check(model())).contains("errors: 0");
    }

    @Test
    void withoutTheRefusalOfALateForwardAnEffectIsLeft() throws Exception {
        assertThat(check(changed(":: mark == COMPENSATED -> said = 409", ":: mark == COMPENSATED -> applied++")))
                .doesNotContain("errors: 0");
    }

    @Test
    @Tag("F-40")
    void withoutTheMarkOfAnEmptyCompensationAnEffectIsLeft() throws Exception {
        assertThat(check(changed(":: mark == NONE -> mark = COMPENSATED", ":: mark == NONE -> skip")))
                .doesNotContain("errors: 0");
    }

    @Test
    void withoutTheRowLockAnEffectIsLeft() throws Exception {
        assertThat(check(changed("atomic { lock == 0 -> lock = 1 }", "skip"))).doesNotContain("errors: 0");
    }

    private static String changed(String rule, String by) throws IOException {
        String model = model();
        assertThat(model).contains(rule);
        return model.replace(rule, by);
    }

    private String check(String model) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("barrier.pml"), model);
        run("spin", "-a", "barrier.pml");
        run("gcc", "-O2", "-w", "-o", "pan", "pan.c");
        return run("./pan", "-a");
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(List.of(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES))
                .as("%s ends", List.of(command))
                .isTrue();
        return Files.readString(output);
    }
}
