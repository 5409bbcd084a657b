package tallygate.gateway.admin.web;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tallygate.gateway.http.HttpReply;
import tallygate.signature.Header;

/** What a route answers. */
public sealed interface Reply {
    /** The whole answer at once. */
    record Whole(HttpReply http) implements Reply {}

    /** A long one, piece by piece; a piece is asked for when the one before has been sent. */
    record Pieces(String contentType, List<Header> headers, Iterator<byte[]> pieces) implements Reply {
        public Pieces {
            headers = List.copyOf(headers);
        }
    }

    /**
     * Server-sent events, until the reader goes.
     *
     * @param next the data of the next event; empty when nothing has changed
     * @param every pause between two
     */
    record Live(String event, Supplier<Optional<String>> next, Duration every) implements Reply {}

    /** The same reply; a live one ends as soon as this no longer holds. */
    default Reply whileTrue(BooleanSupplier holds) {
        return this instanceof Live(String event, Supplier<Optional<String>> next, Duration every)
                ? new Live(event, () -> holds.getAsBoolean() ? next.get() : over(), every)
                : this;
    }

    private static Optional<String> over() {
        throw new IllegalStateException("whoever reads this live view is not let in any more");
    }

    static Reply json(int status, Object value) {
        return json(status, value, List.of());
    }

    static Reply json(int status, Object value, List<Header> headers) {
        return new Whole(new HttpReply(status, headers, "application/json", Json.bytes(value)));
    }

    static Reply ok(Object value) {
        return json(200, value);
    }

    static Reply none() {
        return new Whole(HttpReply.empty(204));
    }

    static Reply html(int status, String page) {
        return new Whole(
                new HttpReply(status, List.of(), "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8)));
    }

    /** To another page of ours after a form; a path of somebody else leads to the first page. */
    static Reply seeOther(String path) {
        return seeOther(path, List.of());
    }

    static Reply seeOther(String path, List<Header> more) {
        List<Header> headers = new ArrayList<>(more);
        headers.add(new Header("Location", Local.path(path)));
        return new Whole(new HttpReply(303, headers, "", new byte[0]));
    }
}
