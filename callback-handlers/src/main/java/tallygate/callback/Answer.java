package tallygate.callback;

import java.nio.charset.StandardCharsets;

/**
 * An HTTP answer in the provider's own words, byte for byte.
 *
 * @param contentType empty for none
 * @param body nobody may write to the array
 */
public record Answer(int status, String contentType, byte[] body) {
    public static Answer of(int status, String contentType, String body) {
        return new Answer(status, contentType, body.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer empty(int status) {
        return new Answer(status, "", new byte[0]);
    }
}
