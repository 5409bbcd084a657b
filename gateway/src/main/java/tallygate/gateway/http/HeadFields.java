package tallygate.gateway.http;

import java.util.List;
import tallygate.gateway.http.RequestHead.Coding;
import tallygate.gateway.http.RequestHead.Expects;
import tallygate.gateway.http.RequestHead.Framing;
import tallygate.signature.Header;

/** The headers that decide how a request is framed; the first fault among them is the answer. */
final class HeadFields {
    /** More digits than any body we take, few enough for a long. */
    private static final int LENGTH_DIGITS_MAX = 18;

    private final boolean isHttp11;
    private String host = "";
    private int hosts;
    private int lengths;
    private boolean lengthIsNumber;
    private long length;
    private int transferCodings;
    private boolean chunked;
    private boolean close;
    private boolean keepAlive;
    private Expects expects = Expects.NOTHING;
    private Coding coding = Coding.PLAIN;

    HeadFields(boolean isHttp11) {
        this.isHttp11 = isHttp11;
    }

    void accept(Header header) {
        switch (header.name().length()) {
            case 4 -> host(header);
            case 6 -> expect(header);
            case 10 -> connection(header);
            case 12 -> contentType(header);
            case 14 -> contentLength(header);
            case 16 -> contentEncoding(header);
            case 17 -> transferEncoding(header);
            default -> {}
        }
    }

    Head head(String method, String target, List<Header> headers) {
        if (hosts > 1 || (isHttp11 && hosts == 0) || (hosts == 1 && !Authority.isValid(host))) {
            return Refusal.HOST;
        }
        if (transferCodings > 0 && (!isHttp11 || transferCodings > 1 || !chunked)) {
            return Refusal.TRANSFER_CODING;
        }
        if (lengths > 1 || (lengths == 1 && (transferCodings > 0 || !lengthIsNumber))) {
            return Refusal.LENGTH;
        }
        Framing framing = chunked ? Framing.CHUNKED : length == 0 ? Framing.NO_BODY : new Framing(false, length);
        boolean goesOn = !close && (isHttp11 || keepAlive);
        return new RequestHead(method, target, isHttp11, headers, host, framing, goesOn, expects, coding);
    }

    private void host(Header header) {
        if (header.isNamed("host")) {
            hosts++;
            host = header.value();
        }
    }

    /** HTTP/1.0 has no interim answers, so an expectation there means nothing. */
    private void expect(Header header) {
        if (isHttp11 && header.isNamed("expect")) {
            boolean known = header.value().equalsIgnoreCase("100-continue") && expects != Expects.OTHER;
            expects = known ? Expects.CONTINUE : Expects.OTHER;
        }
    }

    private void connection(Header header) {
        if (header.isNamed("connection")) {
            for (String option : Ascii.lower(header.value()).split(",", -1)) {
                close |= option.strip().equals("close");
                keepAlive |= option.strip().equals("keep-alive");
            }
        }
    }

    private void contentType(Header header) {
        if (header.isNamed("content-type") && header.value().regionMatches(true, 0, "multipart/", 0, 10)) {
            coding = Coding.MULTIPART;
        }
    }

    /** A sign, a list, a blank, a leading zero or a second line could be read in two ways. */
    private void contentLength(Header header) {
        if (!header.isNamed("content-length")) {
            return;
        }
        lengths++;
        String value = header.value();
        boolean digits = isDigits(value);
        lengthIsNumber = digits && (value.equals("0") || value.charAt(0) != '0');
        if (lengthIsNumber) {
            length = value.length() > LENGTH_DIGITS_MAX ? Long.MAX_VALUE : Long.parseLong(value);
        }
    }

    private static boolean isDigits(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return !value.isEmpty();
    }

    private void contentEncoding(Header header) {
        if (header.isNamed("content-encoding")
                && !header.value().isEmpty()
                && !header.value().equalsIgnoreCase("identity")) {
            coding = Coding.CODED;
        }
    }

    private void transferEncoding(Header header) {
        if (header.isNamed("transfer-encoding")) {
            transferCodings++;
            chunked = header.value().equalsIgnoreCase("chunked");
        }
    }
}
