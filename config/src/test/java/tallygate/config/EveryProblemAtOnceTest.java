package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EveryProblemAtOnceTest {
    @Test
    void allProblemsOfAFileAreReportedTogetherInTheOrderOfTheFile() {
        assertThat(Yaml.problems("""
            server:
              callbacks:
                bnid: "0.0.0.0:8080"
                limits: { body-bytes-max: 256KB, header-timeout: 5 }
              management: { bind: "8081" }
            data-dir: ""
            endpoints:
              - name: shop
                provider: stripe
                secrets: ["${env:MISSING}"]
                route: ordrs
            routes:
              orders:
                handler: { kind: htpp, url: "ftp://x" }
            """)).containsExactly("x");
    }
}
