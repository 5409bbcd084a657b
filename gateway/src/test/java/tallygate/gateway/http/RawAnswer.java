package tallygate.gateway.http;

import java.util.List;

/** One answer as it came over the socket. */
record RawAnswer(int status, String statusLine, List<String> headerLines, String body) {
    /** The value of a header, empty when it is not there; two of them are a fault of the listener. */
    String header(String name) {
        List<String> values = headerLines.stream()
                .filter(line -> line.regionMatches(true, 0, name + ": ", 0, name.length() + 2))
                .map(line -> line.substring(name.length() + 2))
                .toList();
        if (values.size() > 1) {
            throw new AssertionError(name + " is there " + values.size() + " times");
        }
        return values.isEmpty() ? "" : values.getFirst();
    }
}
