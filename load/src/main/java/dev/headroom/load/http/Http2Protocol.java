package dev.headroom.load.http;

import dev.headroom.core.model.result.ErrorKind;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Netty's client side of HTTP/2, which tells why it gave a connection up. */
final class Http2Protocol extends Http2ConnectionHandler {

    /** "HTTP/", as Netty's message has it. */
    private static final String HTTP_1 = "485454502f";

    private final Consumer<RequestOutcome.Failed> broken;

    private Http2Protocol(
            Http2ConnectionDecoder decoder,
            Http2ConnectionEncoder encoder,
            Http2Settings settings,
            Consumer<RequestOutcome.Failed> broken) {
        super(decoder, encoder, settings);
        this.broken = broken;
    }

    /** @param broken told before a connection is closed on which the service does not keep to the protocol */
    static Http2Protocol of(Http2FrameListener frames, Consumer<RequestOutcome.Failed> broken) {
        return new Builder(frames, broken).build();
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext context, boolean outbound, Throwable cause, @Nullable Http2Exception error) {
        String why = String.valueOf(cause.getMessage());
        broken.accept(new RequestOutcome.Failed(
                ErrorKind.OTHER,
                why.contains(HTTP_1) ? "the service answers in HTTP/1.1, not in HTTP/2" : "not HTTP/2: " + why));
        super.onConnectionError(context, outbound, cause, error);
    }

    private static final class Builder extends AbstractHttp2ConnectionHandlerBuilder<Http2Protocol, Builder> {

        private final Consumer<RequestOutcome.Failed> broken;

        Builder(Http2FrameListener frames, Consumer<RequestOutcome.Failed> broken) {
            this.broken = broken;
            server(false);
            frameListener(frames);
            initialSettings(Http2Settings.defaultSettings().pushEnabled(false));
            gracefulShutdownTimeoutMillis(0);
        }

        @Override
        protected Http2Protocol build() {
            return super.build();
        }

        @Override
        protected Http2Protocol build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return new Http2Protocol(decoder, encoder, settings, broken);
        }
    }
}
