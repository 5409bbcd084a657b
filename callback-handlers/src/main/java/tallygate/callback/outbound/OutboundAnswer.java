package tallygate.callback.outbound;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tallygate.signature.Header;

/** What came of a request, told by what it proves. Its texts name hosts and causes, never a path, a header or a body. */
public sealed interface OutboundAnswer {
    /**
     * The server answered, with any status.
     *
     * @param body whole; nobody may write to the array
     */
    record Answered(int status, List<Header> headers, byte[] body) implements OutboundAnswer {
        public Answered {
            headers = List.copyOf(headers);
        }

        /** The first value of a header. */
        public Optional<String> header(String name) {
            return headers.stream()
                    .filter(header -> header.isNamed(name))
                    .map(Header::value)
                    .findFirst();
        }

        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /** Answers may name people and cards. */
        @Override
        public String toString() {
            return "Answered[status=" + status + ", bytes=" + body.length + "]";
        }
    }

    /**
     * Certainly nothing arrived.
     *
     * @param isForbidden true when the guard refused it: trying again cannot help before somebody changes the URL
     */
    record NotSent(String why, boolean isForbidden) implements OutboundAnswer {}

    /** Something was sent and no usable answer came back: it may have arrived. */
    record Unknown(String why) implements OutboundAnswer {}
}
