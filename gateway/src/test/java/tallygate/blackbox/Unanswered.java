package tallygate.blackbox;

import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** Nobody listens (yet): status 0. */
final class Unanswered implements HttpResponse<String> {
    @Override
    public int statusCode() {
        return 0;
    }

    @Override
    public HttpRequest request() {
        throw new IllegalStateException("nobody answered");
    }

    @Override
    public Optional<HttpResponse<String>> previousResponse() {
        return Optional.empty();
    }

    @Override
    public HttpHeaders headers() {
        return HttpHeaders.of(Map.of(), (_, _) -> true);
    }

    @Override
    public String body() {
        return "";
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return Optional.empty();
    }

    @Override
    public URI uri() {
        throw new IllegalStateException("nobody answered");
    }

    @Override
    public Version version() {
        return Version.HTTP_1_1;
    }
}
