package tallygate.loadtest.floor;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;

/** Answers 200 without a body as soon as a request has been read to its end; looks at nothing in it. */
public final class FloorHandler extends SimpleChannelInboundHandler<HttpObject> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (part instanceof LastHttpContent) {
            var headers = DefaultHttpHeadersFactory.headersFactory().newHeaders();
            headers.set(HttpHeaderNames.CONTENT_LENGTH, "0");
            context.writeAndFlush(
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1,
                            HttpResponseStatus.OK,
                            Unpooled.EMPTY_BUFFER,
                            headers,
                            DefaultHttpHeadersFactory.trailersFactory().newEmptyHeaders()),
                    context.voidPromise());
        }
    }
}
