package tallygate.gateway.http;

import java.util.List;
import tallygate.signature.Header;

/**
 * One HTTP answer.
 *
 * @param headers besides Content-Type, Content-Length, Date and Connection, which the listener writes
 * @param contentType empty for none
 * @param body nobody may write to the array
 */
public record HttpReply(int status, List<Header> headers, String contentType, byte[] body) {
    public HttpReply {
        headers = List.copyOf(headers);
    }
}
