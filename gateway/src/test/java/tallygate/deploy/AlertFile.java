package tallygate.deploy;

import java.util.LinkedHashMap;
import java.util.Map;

/** The alert rules for Prometheus. */
public final class AlertFile {
    private AlertFile() {}

    /** By the alert's name. */
    public static Map<String, Map<String, Object>> rules() {
        Map<String, Map<String, Object>> rules = new LinkedHashMap<>();
        for (Object group :
                Deployment.list(Deployment.at(Deployment.yaml(Deployment.text("prometheus/alerts.yaml")), "groups"))) {
            for (Object rule : Deployment.list(Deployment.at(group, "rules"))) {
                String name = String.valueOf(Deployment.at(rule, "alert"));
                if (rules.put(name, Deployment.map(rule)) != null) {
                    throw new AssertionError("two alerts are called " + name);
                }
            }
        }
        return rules;
    }
}
