package tallygate.gateway.ingest;

import java.util.List;
import tallygate.callback.Answer;
import tallygate.callback.provider.Judgement.Genuine;
import tallygate.callback.provider.Judgement.NeedsConfirmation;
import tallygate.gateway.http.HttpReply;

/** A provider's success answer that has been earned: there is no way to build one without a receipt for every event. */
final class Acknowledgement {
    private final Answer answer;

    private Acknowledgement(Answer answer) {
        this.answer = answer;
    }

    /** @throws IllegalStateException when an event has no receipt: a bug, and never a success answer */
    static Acknowledgement stored(Genuine genuine, List<Receipt> receipts) {
        if (receipts.isEmpty() || receipts.size() != genuine.events().size()) {
            throw new IllegalStateException(
                    receipts.size() + " receipts for " + genuine.events().size() + " events");
        }
        return new Acknowledgement(genuine.success());
    }

    /** A genuine notice that names nothing to store is acknowledged, or its sender would repeat it for days. */
    static Acknowledgement nothingToStore(Genuine genuine) {
        if (!genuine.events().isEmpty()) {
            throw new IllegalStateException(genuine.events().size() + " events are not stored yet");
        }
        return new Acknowledgement(genuine.success());
    }

    /** An unsigned hint is answered as its definition says once the question it raises is stored. */
    static Acknowledgement hint(NeedsConfirmation hint, Receipt stored) {
        if (stored.task().value() <= 0) {
            throw new IllegalStateException("hint without a stored question");
        }
        return new Acknowledgement(hint.answer());
    }

    HttpReply reply() {
        return Replies.of(answer);
    }
}
