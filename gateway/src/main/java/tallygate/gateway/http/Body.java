package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;

/** Gathers one request body. */
sealed interface Body permits FixedBody, ChunkedBody {
    /** What the bytes read so far make. */
    sealed interface Progress permits State, Refusal {}

    enum State implements Progress {
        MORE,
        COMPLETE
    }

    /** Takes its part of the bytes and leaves what comes after. */
    Progress read(ByteBuf bytes);

    BodyBytes gathered();
}
