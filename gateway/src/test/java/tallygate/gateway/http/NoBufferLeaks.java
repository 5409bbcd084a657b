package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class after which Netty finds a buffer that nobody released. */
final class NoBufferLeaks implements AfterAllCallback {
    private static final int ROUNDS = 3;

    @Override
    public void afterAll(ExtensionContext context) {
        assertThat(ResourceLeakDetector.getLevel())
                .as("run with -Dio.netty.leakDetection.level=paranoid as the module's surefire does")
                .isEqualTo(ResourceLeakDetector.Level.PARANOID);
        look();
        assertThat(RecordedLeaks.FOUND).isEmpty();
    }

    /** A leak is found after its buffer was collected, when the next one is made. */
    static void look() {
        for (int i = 0; i < ROUNDS; i++) {
            System.gc();
            ByteBufAllocator.DEFAULT.buffer(16).release();
        }
    }
}
