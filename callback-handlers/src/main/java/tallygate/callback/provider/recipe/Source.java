package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import tallygate.callback.provider.read.UnreadableException;

/** Where a value of a template comes from. A value that is not there is an empty text. */
@FunctionalInterface
interface Source {
    String text(Scope scope) throws UnreadableException;

    /** As bytes, for what is bytes on the wire already. */
    default byte[] bytes(Scope scope) throws UnreadableException {
        return text(scope).getBytes(StandardCharsets.UTF_8);
    }
}
