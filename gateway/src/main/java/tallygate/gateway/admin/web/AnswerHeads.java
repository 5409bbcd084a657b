package tallygate.gateway.admin.web;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import java.util.List;
import tallygate.signature.Header;

/** What stands at the head of every answer of the management port: nothing of it belongs in a frame, a script or a cache of others. */
record AnswerHeads(boolean isEncrypted) {
    /** Everything from this listener, no script or style in the page itself, in nobody's frame. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    ResponseHeadersBuilder of(int status, String contentType, List<Header> more) {
        ResponseHeadersBuilder head = ResponseHeaders.builder(HttpStatus.valueOf(status));
        head.add("x-content-type-options", "nosniff")
                .add("x-frame-options", "DENY")
                .add("referrer-policy", "same-origin")
                .add("content-security-policy", POLICY)
                .add("cross-origin-opener-policy", "same-origin")
                .add("cross-origin-resource-policy", "same-origin");
        if (isEncrypted) {
            head.add("strict-transport-security", "max-age=31536000");
        }
        if (!contentType.isEmpty()) {
            head.add("content-type", contentType);
        }
        if (more.stream().noneMatch(header -> header.isNamed("Cache-Control"))) {
            head.add("cache-control", "no-store");
        }
        for (Header header : more) {
            if (!header.isNamed("X-Content-Type-Options")) {
                head.add(header.name(), header.value());
            }
        }
        return head;
    }
}
