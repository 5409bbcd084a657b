package tallygate.deploy;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tallygate.house.DebianPackages;

/** nginx reads no environment: the shipped file with this machine's ports, certificate and folders in place of the example's. */
public final class NginxFile {
    private NginxFile() {}

    /** The module of nginx-stream.conf. */
    public static void assumeStreams() {
        Path module = Path.of("/usr/lib/nginx/modules/ngx_stream_module.so");
        assumeTrue(DebianPackages.file("libnginx-mod-stream", module).isPresent(), module + " is not there");
    }

    public static Path onThisMachine(Path folder, String shipped, int port, List<Integer> gateways) throws IOException {
        BalancerTls tls = BalancerTls.make(folder);
        String text = Deployment.text(shipped)
                .replace("gateway-1:8080", "127.0.0.1:" + gateways.get(0))
                .replace("gateway-2:8080", "127.0.0.1:" + gateways.get(1))
                .replace("listen 8443", "listen 127.0.0.1:" + port)
                .replace("/etc/nginx/tls/server.crt", tls.certificate().toString())
                .replace("/etc/nginx/tls/server.key", tls.key().toString())
                .replace("worker_processes auto;", "worker_processes 1;")
                .replace("/run/nginx.pid", folder.resolve("nginx.pid").toString())
                .replace("/dev/stderr", folder.resolve("nginx-error.log").toString())
                .replace("/dev/stdout", folder.resolve("nginx-access.log").toString());
        for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            text = text.replace("http {\n", "http {\n  " + kind + "_temp_path " + folder.resolve(kind) + ";\n");
        }
        return Files.writeString(folder.resolve(Path.of(shipped).getFileName()), text);
    }
}
