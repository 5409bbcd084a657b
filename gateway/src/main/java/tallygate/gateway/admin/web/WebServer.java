package tallygate.gateway.admin.web;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerTlsConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.http.RenewedTls;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Armeria around a function from requests to replies. Each request runs on a virtual thread of its own and may block. */
public final class WebServer implements AutoCloseable {
    private static final int BODY_MAX = 1 << 20;
    /** A month of a large shop, packed. */
    private static final long UPLOAD_MAX = 512L << 20;

    private static final int CONNECTIONS_MAX = 512;
    /** Of HTTP/2, on one connection: a page, its parts and some live views. */
    private static final int STREAMS_MAX = 64;

    private static final Duration REQUEST_MAX = Duration.ofSeconds(60);
    private static final Duration IDLE_MAX = Duration.ofSeconds(75);
    private final Server server;
    private final ExecutorService threads;
    private final Answers answers;
    private final boolean isEncrypted;
    private final AnswerHeads heads;

    private WebServer(InetSocketAddress bind, Optional<RenewedTls> tls, Answers answers) {
        this.answers = answers;
        this.isEncrypted = tls.isPresent();
        this.heads = new AnswerHeads(isEncrypted);
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("management-", 0).factory());
        ServerBuilder builder = Server.builder()
                .workerGroup(1)
                .maxNumConnections(CONNECTIONS_MAX)
                .http2MaxStreamsPerConnection(STREAMS_MAX)
                .maxRequestLength(UPLOAD_MAX)
                .requestTimeoutMillis(REQUEST_MAX.toMillis())
                .idleTimeout(IDLE_MAX)
                .gracefulShutdownTimeoutMillis(0, 500)
                .disableServerHeader()
                .errorHandler(new OwnFaults(heads))
                .serviceUnder(
                        "/",
                        (context, request) -> answers.isUpload(request.method().name(), context.path())
                                ? upload(context, request)
                                : bounded(context, request));
        tls.ifPresentOrElse(
                identity -> builder.https(bind)
                        .tlsProvider(
                                new ShownTls(identity),
                                ServerTlsConfig.builder()
                                        .tlsCustomizer(identity.current().settings())
                                        .build()),
                () -> builder.http(bind));
        this.server = builder.build();
    }

    /** What stands behind the listener. */
    public interface Answers {
        /** True for a request whose body is handed over as it comes. */
        boolean isUpload(String method, String path);

        /** @param body of an upload; the request's own is empty then */
        Reply answer(RawRequest request, InputStream body);
    }

    /** @throws UncheckedIOException when the address cannot be bound */
    public static WebServer start(
            InetSocketAddress bind, Optional<RenewedTls> tls, Function<RawRequest, Reply> answers) {
        return start(bind, tls, new Answers() {
            @Override
            public boolean isUpload(String method, String path) {
                return false;
            }

            @Override
            public Reply answer(RawRequest request, InputStream body) {
                return answers.apply(request);
            }
        });
    }

    /** @throws UncheckedIOException when the address cannot be bound */
    public static WebServer start(InetSocketAddress bind, Optional<RenewedTls> tls, Desk desk) {
        return start(bind, tls, new Answers() {
            @Override
            public boolean isUpload(String method, String path) {
                return desk.isUpload(method, path);
            }

            @Override
            public Reply answer(RawRequest request, InputStream body) {
                return desk.answer(request, body);
            }
        });
    }

    private static WebServer start(InetSocketAddress bind, Optional<RenewedTls> tls, Answers answers) {
        WebServer web = new WebServer(bind, tls, answers);
        try {
            web.server.start().join();
        } catch (CompletionException e) {
            web.close();
            throw new UncheckedIOException(new IOException(
                    "cannot listen on " + bind.getHostString() + ":" + bind.getPort() + " for management: "
                            + (e.getCause() == null ? e : e.getCause()).getMessage(),
                    e));
        }
        return web;
    }

    public int port() {
        return server.activeLocalPort();
    }

    private HttpResponse answer(ServiceRequestContext context, AggregatedHttpRequest whole) {
        RawRequest request = request(context, whole.headers(), whole.content().array());
        return sent(context, answers.answer(request, InputStream.nullInputStream()));
    }

    private HttpResponse bounded(ServiceRequestContext context, HttpRequest request) {
        context.setMaxRequestLength(BODY_MAX);
        return HttpResponse.of(request.aggregate().thenApplyAsync(whole -> answer(context, whole), threads));
    }

    /** The body comes as it is read: who may not upload is answered without it, and memory does not grow with it. */
    private HttpResponse upload(ServiceRequestContext context, HttpRequest request) {
        context.clearRequestTimeout();
        return HttpResponse.of(CompletableFuture.supplyAsync(
                () -> {
                    try (InputStream body = request.split().body().toInputStream(data -> data)) {
                        return sent(context, answers.answer(request(context, request.headers(), new byte[0]), body));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                threads));
    }

    private RawRequest request(ServiceRequestContext context, RequestHeaders head, byte[] body) {
        List<Header> headers = new ArrayList<>();
        for (Map.Entry<? extends CharSequence, String> header : head) {
            String name = String.valueOf((Object) header.getKey());
            if (!name.startsWith(":")) {
                headers.add(new Header(name, header.getValue()));
            }
        }
        return new RawRequest(
                head.method().name(),
                isEncrypted ? "https" : "http",
                Optional.ofNullable(head.authority()).orElse(""),
                head.path(),
                headers,
                body,
                context.remoteAddress().getAddress().getHostAddress());
    }

    private HttpResponse sent(ServiceRequestContext context, Reply reply) {
        return switch (reply) {
            case Reply.Whole(HttpReply http) -> whole(http);
            case Reply.Pieces pieces -> pieces(context, pieces);
            case Reply.Live live -> live(context, live);
        };
    }

    private HttpResponse whole(HttpReply http) {
        return HttpResponse.of(
                heads.of(http.status(), http.contentType(), http.headers()).build(), HttpData.wrap(http.body()));
    }

    private HttpResponse pieces(ServiceRequestContext context, Reply.Pieces reply) {
        HttpResponseWriter writer = HttpResponse.streaming();
        context.clearRequestTimeout();
        writer.write(heads.of(200, reply.contentType(), reply.headers()).build());
        threads.execute(() -> {
            try {
                while (writer.isOpen() && reply.pieces().hasNext()) {
                    writer.write(HttpData.wrap(reply.pieces().next()));
                    writer.whenConsumed().join();
                }
                writer.close();
            } catch (RuntimeException e) {
                writer.close(e);
            }
        });
        return writer;
    }

    private HttpResponse live(ServiceRequestContext context, Reply.Live reply) {
        HttpResponseWriter writer = HttpResponse.streaming();
        context.clearRequestTimeout();
        CountDownLatch gone = new CountDownLatch(1);
        writer.whenComplete().handle((_, _) -> {
            gone.countDown();
            return true;
        });
        writer.write(heads.of(200, "text/event-stream", List.of()).build());
        threads.execute(() -> {
            try {
                do {
                    String event = reply.next()
                            .get()
                            .map(data -> event(reply.event(), data))
                            .orElse(":\n\n");
                    writer.write(HttpData.ofUtf8(event));
                } while (!gone.await(reply.every().toMillis(), TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                writer.close();
            } catch (RuntimeException e) {
                writer.close(e);
            }
        });
        return writer;
    }

    private static String event(String name, String data) {
        StringBuilder event = new StringBuilder("event: ").append(name).append('\n');
        data.lines().forEach(line -> event.append("data: ").append(line).append('\n'));
        return event.append('\n').toString();
    }

    /** Bytes of a text reply, for tests of pages. */
    static String text(HttpReply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.closeAsync().join();
        threads.shutdownNow();
    }
}
