package tallygate.gateway.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;

/** What the buffers of this process's sockets take outside the heap, where no heap figure shows it. */
final class Buffers {
    private Buffers() {}

    static long directBytes() {
        return ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider allocator
                ? allocator.metric().usedDirectMemory()
                : 0;
    }
}
