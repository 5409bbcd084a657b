package tallygate.gateway.admin.web;

import java.io.InputStream;
import java.util.Map;

/**
 * A long body that is read as it comes.
 *
 * @param fields of a form, before its file; empty for a bare body
 * @param fileName as the form says, without any folder; empty for a bare body
 * @param content ends where the file ends; reading it throws an IOException when the request is cut off or too long
 */
public record Upload(Map<String, String> fields, String fileName, InputStream content) {
    public static final Upload NONE = new Upload(Map.of(), "", InputStream.nullInputStream());

    public Upload {
        fields = Map.copyOf(fields);
    }
}
