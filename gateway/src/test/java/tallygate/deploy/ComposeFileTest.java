package tallygate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;

/** The compose file: what it names is there, and what it starts is shut in. No engine reads it here. */
class ComposeFileTest {
    private static final Map<String, Object> FILE =
            Deployment.map(Deployment.yaml(Deployment.text("compose/compose.yaml")));

    private static final Set<String> KEYS = Set.of(
            "build",
            "cap_drop",
            "command",
            "configs",
            "depends_on",
            "environment",
            "healthcheck",
            "hostname",
            "image",
            "init",
            "logging",
            "mem_limit",
            "networks",
            "pids_limit",
            "ports",
            "read_only",
            "restart",
            "secrets",
            "security_opt",
            "stop_grace_period",
            "stop_signal",
            "tmpfs",
            "ulimits",
            "user",
            "volumes");

    private static Map<String, Object> services() {
        return Deployment.map(FILE.get("services"));
    }

    private static Map<String, Object> service(String name) {
        return Deployment.map(services().get(name));
    }

    private static Map<String, Object> top(String name) {
        return Deployment.map(FILE.get(name));
    }

    /** {@code name} or {@code source: name}. */
    private static Set<String> named(Map<String, Object> service, String key) {
        Set<String> names = new TreeSet<>();
        Object all = service.getOrDefault(key, List.of());
        if (all instanceof Map<?, ?> byName) {
            byName.keySet().forEach(name -> names.add(String.valueOf(name)));
            return names;
        }
        for (Object one : Deployment.list(all)) {
            names.add(one instanceof Map<?, ?> map ? String.valueOf(map.get("source")) : String.valueOf(one));
        }
        return names;
    }

    @Test
    void itStartsTwoGatewaysAndWhatStandsAround() {
        assertThat(services().keySet())
                .containsExactlyInAnyOrder("gateway-1", "gateway-2", "mariadb", "haproxy", "prometheus", "grafana");
    }

    @Test
    void everythingThatAServiceNamesIsThere() {
        services().forEach((name, node) -> {
            Map<String, Object> service = Deployment.map(node);
            assertThat(service.keySet()).as(name).isSubsetOf(KEYS);
            for (String kind : List.of("configs", "secrets", "networks")) {
                assertThat(top(kind).keySet()).as("%s of %s", kind, name).containsAll(named(service, kind));
            }
            assertThat(services().keySet()).as(name).containsAll(named(service, "depends_on"));
            for (Object volume : Deployment.list(service.getOrDefault("volumes", List.of()))) {
                String source = String.valueOf(volume).split(":")[0];
                if (source.startsWith(".")) {
                    assertThat(Deployment.file("compose").resolve(source)).exists();
                } else {
                    assertThat(top("volumes")).as(name).containsKey(source);
                }
            }
            // a tag that moves makes two installations of one file
            assertThat(String.valueOf(service.get("image")))
                    .as(name)
                    .contains(":")
                    .doesNotContain("latest");
        });
        top("configs")
                .forEach((name, config) -> assertThat(
                                Deployment.file("compose").resolve(String.valueOf(Deployment.at(config, "file"))))
                        .as(name)
                        .exists());
        assertThat(Deployment.file("compose")
                        .resolve(String.valueOf(service("gateway-1").get("build"))))
                .satisfies(root ->
                        assertThat(Files.exists(root.resolve("Dockerfile"))).isTrue());
    }

    /** An engine's own log has no end. */
    @Test
    void noServicesLogFillsTheDisk() {
        assertThat(services().keySet())
                .allSatisfy(name -> assertThat(Deployment.at(service(name), "logging", "options", "max-size"))
                        .as(name)
                        .isEqualTo("50m"));
    }

    @Test
    void theGatewaysAreShutIn() {
        for (String name : List.of("gateway-1", "gateway-2")) {
            Map<String, Object> gateway = service(name);
            assertThat(gateway.get("read_only")).as(name).isEqualTo(true);
            assertThat(gateway.get("cap_drop")).as(name).isEqualTo(List.of("ALL"));
            assertThat(gateway.get("security_opt")).as(name).isEqualTo(List.of("no-new-privileges:true"));
            assertThat(gateway.get("user")).as(name).isEqualTo("10001:10001");
            assertThat(gateway.get("stop_grace_period")).as(name).isEqualTo("45s");
        }
        // Only HAProxy is reached from outside of this machine.
        services().forEach((name, service) -> {
            for (Object port : Deployment.list(Deployment.map(service).getOrDefault("ports", List.of()))) {
                if (!name.equals("haproxy")) {
                    assertThat(String.valueOf(port)).as(name).startsWith("127.0.0.1:");
                }
            }
        });
    }

    @Test
    void theGatewaysConfigurationIsOneThatTheGatewayTakes() {
        String inline = Deployment.text("compose/tallygate.yaml")
                .replaceAll("\\$\\{file:[^}]+}", "whsec_MDEyMzQ1Njc4OWFiY2RlZg==");
        Loading loading = GatewayConfig.parse(inline, Path.of("/"), Map.of());
        assertThat(loading).as("%s", loading).isInstanceOf(Loading.Loaded.class);
        Loading.Loaded loaded = (Loading.Loaded) loading;
        // HAProxy sends the header to the port where it is expected, from the network that is trusted.
        assertThat(Deployment.text("haproxy/haproxy.cfg")).contains(" send-proxy-v2-ssl ");
        assertThat(Deployment.text("compose/tallygate.yaml")).contains("proxy-protocol: required");
        Object subnet = Deployment.list(Deployment.at(top("networks"), "front", "ipam", "config"))
                .getFirst();
        assertThat(Deployment.text("compose/tallygate.yaml"))
                .contains("trusted-proxies: [" + Deployment.at(subnet, "subnet") + "]");
        assertThat(loaded.config().endpoints()).hasSize(1);
    }

    @Test
    void theDatabaseKeepsWhatItCommits() {
        assertThat(Deployment.text("compose/mariadb.cnf").lines().map(String::strip))
                .contains(
                        "innodb_flush_log_at_trx_commit = 1",
                        "sync_binlog = 1",
                        "innodb_doublewrite = ON",
                        "default_time_zone = +00:00",
                        "max_allowed_packet = 64M");
    }
}
