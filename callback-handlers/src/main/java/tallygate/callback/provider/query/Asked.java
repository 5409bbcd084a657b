package tallygate.callback.provider.query;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.callback.outbound.OutboundAnswer;
import tallygate.callback.outbound.OutboundAnswer.Answered;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery.Found;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Header;

/** What came of a question, before its content is read. */
sealed interface Asked {
    /** An answer that says something: 2xx, or a 4xx that is about the thing asked for. */
    record Got(int status, List<Header> headers, byte[] body) implements Asked {
        public Got {
            headers = List.copyOf(headers);
        }

        /** The header's only value; empty when it is missing or stands twice. */
        String header(String name) {
            List<String> values = headers.stream()
                    .filter(header -> header.isNamed(name))
                    .map(Header::value)
                    .toList();
            return values.size() == 1 ? values.getFirst() : "";
        }

        boolean isFound() {
            return status >= 200 && status < 300;
        }

        /** @throws UnreadableException when it is no JSON, as an error page of a proxy is not */
        JsonValue json() throws UnreadableException {
            return JsonReader.read(body);
        }
    }

    /** No answer that counts. */
    record Nothing(String why, boolean isOurs, Optional<Duration> notBefore) implements Asked {
        Found.Failed found() {
            return new Found.Failed(why, isOurs, notBefore);
        }

        EventList.Failed listed() {
            return new EventList.Failed(why, isOurs, notBefore);
        }
    }

    /** Reads what was found. */
    @FunctionalInterface
    interface Reader {
        Found read(Got got) throws UnreadableException;
    }

    /** Reads a page of events. */
    @FunctionalInterface
    interface PageReader {
        EventList.Listed read(Got got) throws UnreadableException;
    }

    static Found state(OutboundRequest request, QueryTools tools, Reader reader) throws InterruptedException {
        return switch (send(request, tools)) {
            case Nothing nothing -> nothing.found();
            case Got got -> {
                try {
                    yield reader.read(got);
                } catch (UnreadableException e) {
                    yield Found.Failed.later(unreadable(got));
                }
            }
        };
    }

    static EventList.Listed page(OutboundRequest request, QueryTools tools, PageReader reader)
            throws InterruptedException {
        return switch (send(request, tools)) {
            case Nothing nothing -> nothing.listed();
            case Got got
            when !got.isFound() ->
                new EventList.Failed("the list answered HTTP " + got.status(), true, Optional.empty());
            case Got got -> {
                try {
                    yield reader.read(got);
                } catch (UnreadableException e) {
                    yield new EventList.Failed(unreadable(got), false, Optional.empty());
                }
            }
        };
    }

    static Asked send(OutboundRequest request, QueryTools tools) throws InterruptedException {
        return switch (tools.outbound().send(request)) {
            case OutboundAnswer.NotSent(String why, boolean isForbidden) ->
                new Nothing(why, isForbidden, Optional.empty());
            case OutboundAnswer.Unknown(String why) -> new Nothing(why, false, Optional.empty());
            case Answered answer -> of(answer);
        };
    }

    private static Asked of(Answered answer) {
        int status = answer.status();
        String said = "the provider answered HTTP " + status;
        if (status == 401 || status == 403) {
            return new Nothing(said + ": it does not take these credentials, or this address", true, Optional.empty());
        }
        if (status == 429 || status == 408 || status == 425 || status >= 500) {
            return new Nothing(said, false, retryAfter(answer));
        }
        if (status >= 300 && status < 400) {
            return new Nothing(said + ", which is not followed", true, Optional.empty());
        }
        return new Got(status, answer.headers(), answer.body());
    }

    private static Optional<Duration> retryAfter(Answered answer) {
        return answer.header("Retry-After")
                .filter(text -> text.matches("[0-9]{1,5}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    private static String unreadable(Got got) {
        return "the provider's answer (HTTP " + got.status() + ", " + got.body().length + " bytes) cannot be read";
    }
}
