package dev.headroom.load.http;

import dev.headroom.core.model.result.ErrorKind;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Netty's client side of HTTP/2, which tells why it gave a connection up. */
final class Http2Protocol extends Http2ConnectionHandler {

    /** Bytes of one answer, and of all on a connection, that may be under way: those of Go's client, and so of k6. With HTTP/2's own 65,535 a connection brings 6.5 MB/s over a round trip of 10 ms. */
    static final int STREAM_WINDOW = 4 << 20;

    static final int CONNECTION_WINDOW = 1 << 30;

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

    /** A connection's window is in no setting: it grows by a frame of its own (RFC 9113, 6.9.2). */
    void widen(ChannelHandlerContext context) {
        try {
            Http2LocalFlowController flow = connection().local().flowController();
            flow.incrementWindowSize(
                    connection().connectionStream(), CONNECTION_WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
            flush(context);
        } catch (Http2Exception e) {
            onError(context, true, e);
        }
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
            initialSettings(Http2Settings.defaultSettings().pushEnabled(false).initialWindowSize(STREAM_WINDOW));
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
