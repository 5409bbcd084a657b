package tallygate.gateway.process;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Map;
import javax.tools.ToolProvider;

/** The guide's Java method in a class of its own. */
final class CompiledReceiver implements AutoCloseable {
    private static final String SOURCE = """
        import static java.nio.charset.StandardCharsets.UTF_8;
        import com.fasterxml.jackson.databind.*;
        import java.security.*;
        import java.sql.*;
        import java.time.Instant;
        import java.util.*;
        import java.util.stream.Stream;
        import javax.crypto.Mac;
        import javax.crypto.spec.SecretKeySpec;
        public class GuideReceiver {
            static int rolledBack(Connection db, int status) throws SQLException {
                db.rollback();
                return status;
            }
            public METHOD
        }
        """;

    private final URLClassLoader loader;

    private CompiledReceiver(URLClassLoader loader) {
        this.loader = loader;
    }

    static CompiledReceiver of(String method, Path folder) throws IOException {
        Path source = folder.resolve("GuideReceiver.java");
        Files.writeString(source, SOURCE.replace("METHOD", method));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());
        if (result != 0) {
            throw new IllegalStateException("the guide's Java receiver does not compile");
        }
        return new CompiledReceiver(
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, CompiledReceiver.class.getClassLoader()));
    }

    int receive(Connection db, Map<String, String> headers, byte[] body, String secret) throws Exception {
        return (int) loader.loadClass("GuideReceiver")
                .getMethod("receive", Connection.class, Map.class, byte[].class, String.class)
                .invoke(null, db, headers, body, secret);
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
