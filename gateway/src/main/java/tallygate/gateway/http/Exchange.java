package tallygate.gateway.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One request that waits for its answer: what {@link RequestHandler.Reply#send} is called on. */
final class Exchange extends AnswerQueue.Entry implements RequestHandler.Reply {
    private enum State {
        OPEN,
        ANSWERED,
        /** The deadline passed: the listener has answered itself, or there is nobody left to answer. */
        EXPIRED
    }

    private final Answers answers;
    private final RequestHead head;
    private final int bodyBytes;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private @Nullable HttpReply reply;

    Exchange(Answers answers, RequestHead head, int bodyBytes) {
        this.answers = answers;
        this.head = head;
        this.bodyBytes = bodyBytes;
    }

    RequestHead head() {
        return head;
    }

    int bodyBytes() {
        return bodyBytes;
    }

    @Override
    public List<String> clientNames() {
        return answers.clientNames();
    }

    @Override
    public void send(HttpReply answer) {
        switch (state.compareAndExchange(State.OPEN, State.ANSWERED)) {
            case OPEN -> {
                reply = answer;
                answers.arrived(this);
            }
            case ANSWERED -> throw new IllegalStateException("this request was answered before");
            case EXPIRED -> answers.late();
        }
    }

    /** Ends the wait. False when an answer is on its way already. */
    boolean expire() {
        return state.compareAndSet(State.OPEN, State.EXPIRED);
    }

    /** After {@link #send}. */
    @Override
    void deliver() {
        HttpReply answer = reply;
        if (answer == null) {
            throw new IllegalStateException("queued without an answer");
        }
        answers.deliver(this, answer);
    }
}
