package tallygate.gateway.admin.web;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.http.HttpReply;

/**
 * What the server answers by itself, before a route is asked or after one broke off: a path that cannot be read, a body that is
 * too large, a time that ran out. It looks like every answer of ours and says nothing of the request or of the fault.
 */
final class OwnFaults implements ServerErrorHandler {
    private final AnswerHeads heads;

    OwnFaults(AnswerHeads heads) {
        this.heads = heads;
    }

    /** The library knows which status its own exceptions stand for, and asks {@link #renderStatus} for the answer. */
    @Override
    public @Nullable HttpResponse onServiceException(ServiceRequestContext context, Throwable cause) {
        return ServerErrorHandler.ofDefault().onServiceException(context, cause);
    }

    @Override
    public AggregatedHttpResponse renderStatus(
            @Nullable ServiceRequestContext context,
            ServiceConfig config,
            @Nullable RequestHeaders request,
            HttpStatus status,
            @Nullable String description,
            @Nullable Throwable cause) {
        String detail = status.isServerError()
                ? "the answer broke off or took too long; whether something was done is not known: look it up before"
                        + " you ask again"
                : "the request was not taken as it came, nothing was done: check its path, its headers and its size";
        HttpReply reply = Problem.of(status.code(), "not-taken", status.reasonPhrase(), detail)
                .reply(List.of());
        return AggregatedHttpResponse.of(
                heads.of(reply.status(), reply.contentType(), reply.headers()).build(), HttpData.wrap(reply.body()));
    }
}
