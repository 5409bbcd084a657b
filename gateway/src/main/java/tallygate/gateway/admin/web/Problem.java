package tallygate.gateway.admin.web;

import java.util.List;
import tallygate.gateway.http.HttpReply;
import tallygate.signature.Header;

/**
 * What went wrong, as RFC 9457 has it.
 *
 * @param type {@code urn:tallygate:} and the code
 * @param title a few words, the same for every occurrence
 * @param detail what happened, with which values, and what the reader can do
 */
public record Problem(String type, String title, int status, String detail) {
    /** A problem of the caller's or ours by its code. */
    public static Problem of(int status, String code, String title, String detail) {
        return new Problem("urn:tallygate:" + code, title, status, detail);
    }

    public String code() {
        return type.substring(type.lastIndexOf(':') + 1);
    }

    /** For a reader of plain text. */
    public Reply plain() {
        return new Reply.Whole(HttpReply.text(status, title + ": " + detail + "\n"));
    }

    HttpReply reply(List<Header> headers) {
        return new HttpReply(status, headers, "application/problem+json", Json.bytes(this));
    }
}
