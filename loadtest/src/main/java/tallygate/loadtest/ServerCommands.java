package tallygate.loadtest;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import tallygate.loadtest.downstream.Behaviour;
import tallygate.loadtest.downstream.Downstream;
import tallygate.loadtest.floor.FloorHandler;
import tallygate.loadtest.http.HttpServer;
import tallygate.loadtest.measure.Json;

/** {@code floor} and {@code downstream}: servers that end with their standard input, so that no parent leaves one behind. */
final class ServerCommands {
    private ServerCommands() {}

    static void floor(Options options, PrintStream out, InputStream in) throws Options.UsageException, IOException {
        int port = options.number("port", 0);
        int loops = options.number("loops", 1);
        options.refuseUnknown();
        try (var server = HttpServer.listen(port, loops, pipeline -> pipeline.addLast(new FloorHandler()))) {
            out.println(Json.line(Map.of("port", server.port())));
            awaitEnd(in);
        }
    }

    static void downstream(Options options, PrintStream out, InputStream in)
            throws Options.UsageException, IOException {
        int port = options.number("port", 0);
        int loops = options.number("loops", 1);
        Behaviour first = Behaviour.of(options.text("answer", "ok"));
        options.refuseUnknown();
        try (var downstream = new Downstream(port, loops, first)) {
            out.println(Json.line(Map.of("port", downstream.port())));
            awaitEnd(in);
            out.println(Json.line(downstream.book().sums()));
        }
    }

    private static void awaitEnd(InputStream in) throws IOException {
        while (in.read() >= 0) {
            // What a parent writes means nothing; only its end does.
        }
    }
}
