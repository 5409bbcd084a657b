package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EveryProblemAtOnceTest {
    @Test
    @Tag("F-42")
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
            """))
                .containsExactly(
                        "server.callbacks.bnid (line 3): is not a known key; did you mean bind?",
                        "server.callbacks.limits.body-bytes-max (line 4): \"256KB\" has an unknown unit; allowed: a"
                                + " size from 1KiB to 16MiB, as 512B, 256KiB, 4MiB or 1GiB; did you mean 256KiB?",
                        "server.callbacks.limits.header-timeout (line 4): \"5\" has no unit; allowed: a duration from"
                                + " 100ms to 5m, as 250ms, 5s, 5m, 2h or 7d; did you mean 5s?",
                        "server.management.bind (line 5): \"8081\" has no host; allowed: HOST:PORT, as 0.0.0.0:8080,"
                                + " [::]:8080 or localhost:8080; did you mean 0.0.0.0:8081?",
                        "data-dir (line 6): \"\" is empty; allowed: the path of a folder",
                        "endpoints.shop.secrets[0] (line 10): the environment variable MISSING is not set",
                        "endpoints.shop.route (line 11): \"ordrs\" is not a route; did you mean orders?",
                        "routes.orders.handler.kind (line 14): \"htpp\" is not known; allowed: one of amqp, http,"
                                + " kafka, log, redis, saga; did you mean http?");
    }
}
