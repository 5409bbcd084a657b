package tallygate.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;

/** The chart, rendered by Helm itself; each object is judged by the types of the Kubernetes API, which refuse unknown fields. */
class HelmChartTest {
    private static final String LEAST = """
        database: { url: "jdbc:mysql://db:3306/tallygate" }
        config:
          endpoints:
            - { name: shop, provider: stripe, secrets: ["${file:/run/secrets/tallygate/stripe}"], route: orders }
          routes:
            orders: { handler: { kind: http, url: "http://orders.internal/events" } }
        """;

    private static final String EVERYTHING = LEAST + """
        image: { repository: r/tallygate, tag: "1", pullSecrets: [pull] }
        callbacks: { proxyProtocol: required, trustedProxies: [10.0.0.0/8], tlsSecretName: tls }
        service: { type: LoadBalancer, annotations: { a: b }, externalTrafficPolicy: Local }
        ingress: { enabled: true, host: pay.example.com, className: nginx, tlsSecretName: t, annotations: { a: b } }
        autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9, backlogAgeSeconds: 45 }
        networkPolicy:
          callbacksFrom: [{ namespaceSelector: { matchLabels: { name: ingress } } }]
          managementFrom: [{ podSelector: { matchLabels: { app: prometheus } } }]
          egressTo: [{ ipBlock: { cidr: 10.0.0.0/8 } }]
        serviceMonitor: { enabled: true, labels: { release: prometheus } }
        nodeSelector: { disk: ssd }
        tolerations: [{ key: payments, operator: Exists }]
        podAnnotations: { a: b }
        """;

    @TempDir
    private static Path folder;

    private static Map<String, Map<String, Object>> least;
    private static Map<String, Map<String, Object>> everything;

    @BeforeAll
    static void render() throws IOException {
        least = rendered(LEAST);
        everything = rendered(EVERYTHING);
    }

    private static TemplateCommand template(String values) throws IOException {
        Path file = Files.writeString(Files.createTempFile(folder, "values", ".yaml"), values);
        return new Helm(Deployment.file("helm/tallygate"))
                .template()
                .withName("pay")
                .withNamespace("money")
                .withKubeVersion("1.31.0")
                .withValuesFile(file);
    }

    /** By {@code Kind/name}. */
    private static Map<String, Map<String, Object>> rendered(String values) throws IOException {
        Map<String, Map<String, Object>> objects = new LinkedHashMap<>();
        for (Map<String, Object> object : Deployment.documents(template(values).call())) {
            objects.put(object.get("kind") + "/" + Deployment.at(object, "metadata", "name"), object);
        }
        return objects;
    }

    private static void judge(Map<String, Object> object) throws IOException {
        String json = new ObjectMapper().writeValueAsString(object);
        switch (String.valueOf(object.get("kind"))) {
            case "Deployment" -> V1Deployment.fromJson(json);
            case "Service" -> V1Service.fromJson(json);
            case "ConfigMap" -> V1ConfigMap.fromJson(json);
            case "PodDisruptionBudget" -> V1PodDisruptionBudget.fromJson(json);
            case "HorizontalPodAutoscaler" -> V2HorizontalPodAutoscaler.fromJson(json);
            case "NetworkPolicy" -> V1NetworkPolicy.fromJson(json);
            case "Ingress" -> V1Ingress.fromJson(json);
            // of the Prometheus operator, not of Kubernetes
            case "ServiceMonitor" ->
                assertThat(Deployment.list(Deployment.at(object, "spec", "endpoints")))
                        .hasSize(1);
            default -> throw new AssertionError("no type for " + object.get("kind"));
        }
    }

    @Test
    void everyObjectIsOneThatKubernetesTakes() throws IOException {
        assertThat(least.keySet())
                .containsExactlyInAnyOrder(
                        "NetworkPolicy/pay-tallygate",
                        "PodDisruptionBudget/pay-tallygate",
                        "ConfigMap/pay-tallygate",
                        "Service/pay-tallygate",
                        "Service/pay-tallygate-management",
                        "Deployment/pay-tallygate");
        assertThat(everything.keySet())
                .containsAll(least.keySet())
                .contains(
                        "HorizontalPodAutoscaler/pay-tallygate",
                        "Ingress/pay-tallygate",
                        "ServiceMonitor/pay-tallygate");
        for (Map<String, Object> object : least.values()) {
            judge(object);
        }
        for (Map<String, Object> object : everything.values()) {
            judge(object);
        }
    }

    @Test
    void aFieldThatKubernetesDoesNotKnowIsSeen() {
        Map<String, Object> broken = new LinkedHashMap<>(least.get("PodDisruptionBudget/pay-tallygate"));
        Map<String, Object> spec = new LinkedHashMap<>(Deployment.map(broken.get("spec")));
        spec.put("minAvailabel", 1);
        broken.put("spec", spec);
        assertThatThrownBy(() -> judge(broken)).hasMessageContaining("minAvailabel");
    }

    private static Object container(Map<String, Map<String, Object>> objects) {
        Object pod = Deployment.at(objects.get("Deployment/pay-tallygate"), "spec", "template", "spec");
        return Deployment.list(Deployment.at(pod, "containers")).getFirst();
    }

    @Test
    void theProbesAskWhatTheyMustAsk() {
        Object container = container(least);
        assertThat(Deployment.at(container, "livenessProbe", "httpGet", "path")).isEqualTo("/livez");
        assertThat(Deployment.at(container, "startupProbe", "httpGet", "path")).isEqualTo("/livez");
        assertThat(Deployment.at(container, "readinessProbe", "httpGet", "path"))
                .isEqualTo("/readyz");
        assertThat(Deployment.at(container, "readinessProbe", "httpGet", "port"))
                .isEqualTo("management");
    }

    @Test
    void nobodyIsRootAndNothingButTheVolumesIsWritten() {
        Object container = container(least);
        assertThat(Deployment.at(container, "securityContext", "readOnlyRootFilesystem"))
                .isEqualTo(true);
        assertThat(Deployment.at(container, "securityContext", "allowPrivilegeEscalation"))
                .isEqualTo(false);
        assertThat(Deployment.at(container, "securityContext", "capabilities", "drop"))
                .isEqualTo(List.of("ALL"));
        Object pod = Deployment.at(least.get("Deployment/pay-tallygate"), "spec", "template", "spec");
        assertThat(Deployment.at(pod, "securityContext", "runAsNonRoot")).isEqualTo(true);
        assertThat(Deployment.at(pod, "automountServiceAccountToken")).isEqualTo(false);
    }

    @Test
    void aPodIsNotKilledBeforeItHasDrained() {
        Object pod = Deployment.at(least.get("Deployment/pay-tallygate"), "spec", "template", "spec");
        assertThat(Deployment.at(pod, "terminationGracePeriodSeconds")).isEqualTo(10 + 2 * 10 + 20);
        Object rolling = Deployment.at(least.get("Deployment/pay-tallygate"), "spec", "strategy", "rollingUpdate");
        assertThat(Deployment.at(rolling, "maxUnavailable")).isEqualTo(0);
    }

    @Test
    void moreGatewaysComeWhenTasksWait() {
        Object metric = Deployment.list(
                        Deployment.at(everything.get("HorizontalPodAutoscaler/pay-tallygate"), "spec", "metrics"))
                .getFirst();
        assertThat(Deployment.at(metric, "external", "metric", "name")).isEqualTo("tallygate_queue_oldest_seconds");
        assertThat(Deployment.at(metric, "external", "target", "value")).isEqualTo("45");
        // Else a release sets the number back that the autoscaler chose.
        assertThat(Deployment.map(everything.get("Deployment/pay-tallygate").get("spec")))
                .doesNotContainKey("replicas");
    }

    @Test
    void theConfigurationIsOneThatTheGatewayTakes() {
        for (Map<String, Map<String, Object>> objects : List.of(least, everything)) {
            String yaml =
                    String.valueOf(Deployment.at(objects.get("ConfigMap/pay-tallygate"), "data", "tallygate.yaml"));
            // Files of secrets are there only in a pod.
            String inline =
                    yaml.replaceAll("\\$\\{file:[^}]+}", "whsec_0123456789").replaceAll("(?m)^ *tls: \\{.*\n", "");
            Loading loading = GatewayConfig.parse(inline, folder, Map.of());
            assertThat(loading).as("%s", loading).isInstanceOf(Loading.Loaded.class);
        }
        assertThat(String.valueOf(Deployment.at(everything.get("ConfigMap/pay-tallygate"), "data", "tallygate.yaml")))
                .contains("proxy-protocol: \"required\"")
                .contains("tls: { certificate: /etc/tallygate/tls/tls.crt");
    }

    @Test
    void valuesThatCannotWorkAreRefused() throws IOException {
        for (String values : List.of(
                "",
                LEAST + "replica: 3",
                LEAST.replace("jdbc:mysql", "jdbc:mariadb"),
                LEAST + "ingress: { enabled: true }",
                LEAST + "serviceMonitor: { enabled: true }",
                LEAST + "replicas: 1",
                LEAST + "callbacks: { proxyProtocol: maybe }")) {
            TemplateCommand command = template(values);
            assertThatThrownBy(command::call).as("%s", values).isInstanceOf(IllegalStateException.class);
        }
    }
}
