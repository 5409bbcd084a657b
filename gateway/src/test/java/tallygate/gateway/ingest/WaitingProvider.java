package tallygate.gateway.ingest;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import tallygate.callback.Answer;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.signature.RawRequest;

/** A slow definition: judges like the text provider, once it is let go. */
final class WaitingProvider implements BoundProvider {
    private final TextProvider text = new TextProvider(true);
    private final CountDownLatch go;

    WaitingProvider(CountDownLatch go) {
        this.go = go;
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) {
        try {
            go.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return text.judge(request, at);
    }

    @Override
    public Answer tryAgain() {
        return text.tryAgain();
    }

    @Override
    public boolean isSlow() {
        return true;
    }
}
