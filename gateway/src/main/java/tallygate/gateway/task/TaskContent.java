package tallygate.gateway.task;

import tallygate.signature.RawRequest;

/**
 * The complete snapshot of a task: the callback exactly as it came, and its readable content.
 *
 * @param content decrypted where needed; equal to the body when nothing was encrypted; nobody may write to the array
 */
public record TaskContent(RawRequest request, byte[] content) {
    /** Nothing of either: they may hold a signature or a person's data. */
    @Override
    public String toString() {
        return "TaskContent[" + request.body().length + " bytes of body]";
    }
}
