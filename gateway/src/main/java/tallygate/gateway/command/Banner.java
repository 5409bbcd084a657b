package tallygate.gateway.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.SampleEvent;
import tallygate.config.EndpointConfig;
import tallygate.config.GatewayConfig;
import tallygate.gateway.EndpointBindings;

/** What an operator reads once the gateway is ready: addresses, and for the demo a signed callback for each endpoint. */
final class Banner {
    private final PrintWriter out;
    private final GatewayConfig config;
    private final String callbacks;
    private final String management;

    Banner(PrintWriter out, GatewayConfig config, int callbackPort, int managementPort) {
        this.out = out;
        this.config = config;
        this.callbacks = url(config.server().callbacks().bind().host(), callbackPort);
        this.management = url(config.server().management().bind().host(), managementPort);
    }

    private static String url(String host, int port) {
        boolean isAny = host.equals("0.0.0.0") || host.equals("::");
        String shown = isAny ? "127.0.0.1" : host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return "http://" + shown + ":" + port;
    }

    void print(Path file, EndpointBindings bindings, Optional<DemoDownstream> demo) {
        out.println();
        out.println("Tallygate is ready.");
        out.println("  console           " + management + "/");
        out.println("  health, metrics   " + management + "/readyz  " + management + "/metrics");
        for (EndpointConfig endpoint : config.endpoints()) {
            out.println("  " + endpoint.name() + " (" + endpoint.provider() + ")   " + callbacks + "/callbacks/"
                    + endpoint.name());
        }
        demo.ifPresent(downstream -> printDemo(file, bindings, downstream));
        out.println();
        out.flush();
    }

    /** Once, at the first start: it must be replaced at the first sign-in. */
    void printPassword(String password) {
        out.println("First sign-in to the console: user admin, one-time password " + password
                + "  (shown only now) / 首次登录控制台：用户 admin，一次性密码如上，仅显示一次");
        out.println();
        out.flush();
    }

    private void printDemo(Path file, EndpointBindings bindings, DemoDownstream downstream) {
        out.println("  demo downstream   http://127.0.0.1:" + downstream.port() + "/   (what it received)");
        out.println("  configuration     " + file);
        out.println();
        out.println("Signed callbacks to paste, good for five minutes:");
        for (String name : Demo.ENDPOINTS) {
            BoundProvider bound = bindings.bound().get(name);
            if (bound != null) {
                sample(name, bound).ifPresent(line -> out.println("\n" + line));
            }
        }
        out.println();
        out.println("A fresh one at any time:");
        out.println("  bin/tallygate sign --config " + file + " --endpoint demo-stripe --send " + callbacks
                + "/callbacks/demo-stripe");
    }

    private Optional<String> sample(String name, BoundProvider bound) {
        String unique = UUID.randomUUID().toString().replace("-", "").substring(0, 16);
        SampleEvent event =
                new SampleEvent("", "evt_" + unique, 1, "order-" + unique, "txn_" + unique, OptionalLong.of(1099), "");
        return bound.maker()
                .map(maker -> maker.genuine(event, callbacks + "/callbacks/" + name, Instant.now()))
                .flatMap(RequestRecord::curl);
    }
}
