package tallygate.gateway.http;

import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what Netty's leak detection finds, so that a test can fail on it. Named in the module's surefire settings. */
public final class RecordedLeaks<T> extends ResourceLeakDetector<T> {
    static final List<String> FOUND = new CopyOnWriteArrayList<>();

    public RecordedLeaks(Class<?> type, int samplingInterval) {
        super(type, samplingInterval);
    }

    public RecordedLeaks(Class<?> type, int samplingInterval, long maxActive) {
        super(type, samplingInterval);
    }

    @Override
    protected boolean needReport() {
        return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
        FOUND.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
        FOUND.add(resourceType);
    }
}
