package tallygate.gateway.admin.web;

import java.util.Optional;
import tallygate.gateway.identity.Caller;
import tallygate.signature.RawRequest;

/** Tells who makes a request, and whether the password was typed lately. */
public interface Gate {
    /**
     * Who it is.
     *
     * @param cookie value of the session's cookie, empty for none
     */
    record Visit(Caller caller, String cookie) {}

    Visit visit(RawRequest request);

    /**
     * Whoever came with this request still is let in as the same caller. To be asked on the way of a long answer: it is no visit, and
     * keeps no session alive.
     */
    boolean isStill(RawRequest request, Caller caller);

    /** A person's password was typed so lately that dangerous actions are allowed. Always true for programs. */
    boolean isConfirmed(Caller caller);

    /** Where a person must go before anything else, for example to replace a first password. */
    Optional<String> detour(Caller caller, String path);
}
