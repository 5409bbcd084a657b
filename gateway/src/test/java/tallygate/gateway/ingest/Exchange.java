package tallygate.gateway.ingest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.http.RequestHandler;
import tallygate.signature.Header;

/** The sender's side of one request. */
final class Exchange implements RequestHandler.Reply {
    private final List<HttpReply> answers = new ArrayList<>();

    private List<String> names = List.of();

    /** What a client with a certificate of these names sends with. */
    Exchange named(List<String> carried) {
        names = carried;
        return this;
    }

    @Override
    public List<String> clientNames() {
        return names;
    }

    @Override
    public synchronized void send(HttpReply answer) {
        answers.add(answer);
    }

    synchronized boolean isAnswered() {
        return !answers.isEmpty();
    }

    synchronized HttpReply answer() {
        if (answers.size() != 1) {
            throw new AssertionError("a request has one answer, this one has " + answers.size());
        }
        return answers.getFirst();
    }

    int status() {
        return answer().status();
    }

    String body() {
        return new String(answer().body(), StandardCharsets.UTF_8);
    }

    boolean isAcknowledged() {
        return isAnswered() && status() == 200 && body().equals("stored");
    }

    String header(String name) {
        return answer().headers().stream()
                .filter(h -> h.isNamed(name))
                .map(Header::value)
                .findFirst()
                .orElse("");
    }
}
