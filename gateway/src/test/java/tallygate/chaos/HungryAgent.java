package tallygate.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** In the JVM of a gateway: eats all of its heap as soon as a file is there, as a leak does in the end. */
public final class HungryAgent {
    private static final long LOOK_NANOS = 50_000_000;
    private static final int BITE_BYTES = 1 << 16;
    /** Kept, so that nothing can be collected. */
    private static final List<byte[]> EATEN = new ArrayList<>();

    private HungryAgent() {}

    /** @param file begins the meal when it exists */
    public static void premain(String file) {
        Path sign = Path.of(file);
        Thread.ofPlatform().daemon().name("hungry").start(() -> {
            while (!Files.exists(sign)) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            while (true) {
                EATEN.add(new byte[BITE_BYTES]);
            }
        });
    }
}
