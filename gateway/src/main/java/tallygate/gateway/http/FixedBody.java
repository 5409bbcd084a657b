package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;

/** A body whose length the sender has said. */
final class FixedBody implements Body {
    private final BodyBytes gathered;
    private final int length;

    FixedBody(int length, Budget budget, long budgetMax) {
        this.length = length;
        this.gathered = new BodyBytes(length, budget, budgetMax);
    }

    @Override
    public Progress read(ByteBuf bytes) {
        if (!gathered.append(bytes, Math.min(bytes.readableBytes(), length - gathered.size()))) {
            return Refusal.BODY_MEMORY;
        }
        return gathered.size() == length ? State.COMPLETE : State.MORE;
    }

    @Override
    public BodyBytes gathered() {
        return gathered;
    }
}
