package tallygate.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.house.DebianPackages;

/** Alert rules and dashboards: taken by Prometheus' own tool, seen to fire, and of metrics that are there. */
class MonitoringFilesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private static Path promtool() {
        Optional<Path> tool = DebianPackages.program("prometheus", Path.of("/usr/bin/promtool"));
        assumeTrue(tool.isPresent(), "promtool is not there");
        return tool.get();
    }

    private static Deployment.Said promtool(Path directory, String... words) {
        List<String> command = new ArrayList<>(List.of(promtool().toString()));
        command.addAll(List.of(words));
        return Deployment.run(directory, Map.of(), command);
    }

    @Test
    void prometheusTakesItsFiles() {
        Path directory = Deployment.file("prometheus");
        Deployment.Said rules = promtool(directory, "check", "rules", "--lint-fatal", "alerts.yaml");
        assertThat(rules.exit()).as(rules.text()).isZero();
        Deployment.Said config = promtool(directory, "check", "config", "prometheus.yml");
        assertThat(config.exit()).as(config.text()).isZero();
    }

    @Test
    void everyAlertFiresWhenItMustAndIsSilentOtherwise() {
        Deployment.Said said =
                promtool(Deployment.file("prometheus"), "test", "rules", "alerts.test.yaml", "alerts.day.test.yaml");
        assertThat(said.exit()).as(said.text()).isZero();

        Set<String> seenToFire = new TreeSet<>();
        Set<String> seenSilent = new TreeSet<>();
        List<Object> tests = new ArrayList<>(cases("prometheus/alerts.test.yaml"));
        tests.addAll(cases("prometheus/alerts.day.test.yaml"));
        for (Object test : tests) {
            for (Object one : Deployment.list(Deployment.at(test, "alert_rule_test"))) {
                (Deployment.map(one).containsKey("exp_alerts") ? seenToFire : seenSilent)
                        .add(String.valueOf(Deployment.at(one, "alertname")));
            }
        }
        Set<String> all = new TreeSet<>(AlertFile.rules().keySet());
        assertThat(seenToFire).isEqualTo(all);
        assertThat(seenSilent).isEqualTo(all);
    }

    private static List<?> cases(String file) {
        return Deployment.list(Deployment.at(Deployment.yaml(Deployment.text(file)), "tests"));
    }

    @Test
    void aRuleThatNeverFiresIsSeen() throws IOException {
        String rules = Deployment.text("prometheus/alerts.yaml");
        Files.writeString(
                folder.resolve("alerts.yaml"),
                rules.replace("tallygate_queue_oldest_seconds", "tallygate_queue_oldest"));
        Files.writeString(folder.resolve("alerts.test.yaml"), Deployment.text("prometheus/alerts.test.yaml"));
        Deployment.Said said = promtool(folder, "test", "rules", "alerts.test.yaml");
        assertThat(said.exit()).isNotZero();
        assertThat(said.text()).contains("TallygateBacklogAge");
    }

    @Test
    void everyMetricInRulesAndDashboardsIsDocumented() throws IOException {
        Set<String> documented = MetricNames.documented();
        Set<String> unknown = new TreeSet<>();
        for (Map.Entry<String, Map<String, Object>> rule : AlertFile.rules().entrySet()) {
            MetricNames.in(String.valueOf(rule.getValue().get("expr"))).stream()
                    .filter(name -> !documented.contains(name))
                    .forEach(name -> unknown.add(rule.getKey() + ": " + name));
        }
        for (Path dashboard : dashboards()) {
            for (String expression : expressions(JSON.readTree(dashboard.toFile()))) {
                assertThat(MetricNames.in(expression)).as(expression).isNotEmpty();
                MetricNames.in(expression).stream()
                        .filter(name -> !documented.contains(name))
                        .forEach(name -> unknown.add(dashboard.getFileName() + ": " + name));
            }
        }
        assertThat(unknown).isEmpty();
    }

    static List<Path> dashboards() throws IOException {
        try (var files = Files.list(Deployment.file("grafana/dashboards"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    static List<String> expressions(JsonNode dashboard) {
        return dashboard.findValuesAsText("expr");
    }

    @Test
    void everyDashboardIsWhole() throws IOException {
        Set<String> uids = new HashSet<>();
        assertThat(dashboards()).hasSizeGreaterThanOrEqualTo(5);
        for (Path file : dashboards()) {
            JsonNode dashboard = JSON.readTree(file.toFile());
            String name = file.getFileName().toString();
            assertThat(uids.add(dashboard.path("uid").asText())).as(name).isTrue();
            assertThat(name).isEqualTo(dashboard.path("uid").asText() + ".json");
            assertThat(dashboard.path("schemaVersion").asInt()).as(name).isGreaterThanOrEqualTo(39);
            Set<Integer> ids = new HashSet<>();
            for (JsonNode panel : dashboard.path("panels")) {
                String which = name + ": " + panel.path("title").asText();
                assertThat(ids.add(panel.path("id").asInt())).as(which).isTrue();
                assertThat(panel.path("type").asText()).as(which).isIn("stat", "timeseries");
                assertThat(panel.path("description").asText()).as(which).isNotBlank();
                assertThat(panel.path("datasource").path("uid").asText())
                        .as(which)
                        .isEqualTo("${datasource}");
                assertThat(panel.path("gridPos").path("x").asInt()
                                + panel.path("gridPos").path("w").asInt())
                        .as(which)
                        .isLessThanOrEqualTo(24);
                assertThat(panel.path("targets")).as(which).isNotEmpty();
            }
        }
    }

    @Test
    void prometheusReadsEveryExpressionOfTheDashboards() throws IOException {
        StringBuilder rules = new StringBuilder("groups:\n  - name: dashboards\n    rules:\n");
        int number = 0;
        for (Path file : dashboards()) {
            for (String expression : expressions(JSON.readTree(file.toFile()))) {
                String plain = expression.replace("$__rate_interval", "5m").replaceAll("\\$(endpoint|route)", ".*");
                rules.append("      - record: tallygate:panel")
                        .append(number++)
                        .append("\n        expr: ")
                        .append(JSON.writeValueAsString(plain))
                        .append('\n');
            }
        }
        Files.writeString(folder.resolve("panels.yaml"), rules.toString());
        Deployment.Said said = promtool(folder, "check", "rules", "panels.yaml");
        assertThat(said.exit()).as(said.text()).isZero();
        assertThat(said.text()).contains(number + " rules found");
    }
}
