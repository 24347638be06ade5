package dev.headroom.load.http;

import dev.headroom.core.model.result.ErrorKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection.Endpoint;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection that carries as many requests at a time as the service allows (HTTP/2, RFC 9113): with TLS by ALPN, without it by prior
 * knowledge. Frames, header compression and flow control are Netty's.
 */
final class Http2Connection extends Connection {

    /** How many streams a connection is trusted with before the service's settings have come (RFC 9113, 6.5.2: no less than 100). */
    static final int STREAMS_UNTIL_TOLD = 100;

    /** Requests that are put together in one write, where they are sent in one go. */
    private static final int AT_ONE_GO = 256;

    private final IntObjectMap<Http2Answer> answers = new IntObjectHashMap<>();
    private final ArrayDeque<Exchange> waiting = new ArrayDeque<>();
    private final Http2Protocol protocol;

    private @Nullable ChannelHandlerContext ready;
    private boolean up;

    /** Streams that were given up, and of which the service has yet to be told: there is room for others as soon as it is. */
    private int givenUp;

    private boolean leaving;
    private long answered;
    private RequestOutcome.Failed broken = reset("the connection was closed before the service's HTTP/2 settings came");

    Http2Connection(Client client) {
        super(client);
        protocol = Http2Protocol.of(new Frames(), failure -> broken = failure);
        protocol.connection().addListener(new Streams());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        context.pipeline()
                .addBefore(context.name(), null, new FlushConsolidationHandler(AT_ONE_GO, true))
                .addBefore(context.name(), null, protocol);
    }

    /** The service's settings have yet to come; they say how many requests it allows at a time. */
    @Override
    void connected(Channel opened) {
        up = true;
        SslHandler tls = opened.pipeline().get(SslHandler.class);
        if (tls != null && !ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol())) {
            fail(new RequestOutcome.Failed(ErrorKind.TLS, "the service does not offer HTTP/2 (ALPN)"));
        }
    }

    private void settingsRead(ChannelHandlerContext context) {
        client.allowed(Math.max(1, own().maxActiveStreams()));
        if (ready == null) {
            ready = context;
            protocol.widen(context);
            broken = reset("the connection was closed before the answer was whole");
            sendWaiting(context);
        }
    }

    /** More may have been taken than the service turned out to allow. */
    private void sendWaiting(ChannelHandlerContext to) {
        while (!waiting.isEmpty() && isOpen() && own().canOpenStream()) {
            write(waiting.remove(), to);
        }
    }

    @Override
    void carry(Exchange exchange) {
        exchange.connection = this;
        ChannelHandlerContext to = ready;
        if (to == null || !own().canOpenStream()) {
            waiting.add(exchange);
        } else {
            write(exchange, to);
        }
    }

    private void write(Exchange exchange, ChannelHandlerContext to) {
        WireRequest wire = client.request(exchange);
        Http2Request request = wire.http2(client.scheme());
        int id = own().incrementAndGetNextStreamId();
        exchange.stream = id;
        exchange.sent = System.nanoTime();
        answers.put(id, new Http2Answer(exchange, wire.sought()));
        boolean bodyFollows = request.body().isReadable();
        protocol.encoder()
                .writeHeaders(to, id, request.headers(), 0, !bodyFollows, to.newPromise())
                .addListener(written -> {
                    if (!written.isSuccess()) {
                        unwritten(id, written.cause());
                    }
                });
        if (bodyFollows) {
            protocol.encoder().writeData(to, id, request.body().duplicate(), 0, true, to.newPromise());
        }
        protocol.flush(to);
    }

    private void unwritten(int id, Throwable cause) {
        Http2Answer answer = answers.remove(id);
        if (answer == null) {
            return;
        }
        if (answer.abandoned) { // others have ended it
            givenUp--;
        } else {
            client.failed(answer.exchange, ConnectionFailures.connected(cause), false);
        }
    }

    @Override
    int room() {
        if (leaving || isClosed()) {
            return 0;
        }
        if (ready == null) {
            return Math.max(0, Math.min(STREAMS_UNTIL_TOLD, client.streams()) - waiting.size());
        }
        return isOpen()
                ? Math.max(0, own().maxActiveStreams() - own().numActiveStreams() + givenUp - waiting.size())
                : 0;
    }

    private Endpoint<Http2LocalFlowController> own() {
        return protocol.connection().local();
    }

    @Override
    boolean isReady() {
        return ready != null;
    }

    @Override
    void abandon(Exchange exchange) {
        ChannelHandlerContext to = ready;
        if (waiting.remove(exchange)) {
            if (to == null && waiting.isEmpty()) {
                close();
            }
            return;
        }
        Http2Answer answer = answers.get(exchange.stream);
        if (to != null && answer != null && !answer.abandoned) {
            answer.abandoned = true;
            givenUp++;
            protocol.encoder().writeRstStream(to, exchange.stream, Http2Error.CANCEL.code(), to.newPromise());
            protocol.flush(to);
        }
    }

    @Override
    void fail(RequestOutcome.Failed failure) {
        broken = failure;
        leaving = true;
        close();
        List<Exchange> never = List.copyOf(waiting);
        waiting.clear();
        boolean stood = ready != null; // then the service has not seen them, and may answer on another
        never.forEach(exchange -> client.failed(exchange, failure, stood));
    }

    /** Others may still be under way on it. */
    @Override
    void part() {
        leaving = true;
        if (answers.isEmpty() && waiting.isEmpty()) {
            close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (up) { // else the connecting, or the handshake, tells
            fail(broken);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (up) {
            fail(ConnectionFailures.connected(cause));
        }
    }

    private static RequestOutcome.Failed reset(String why) {
        return new RequestOutcome.Failed(ErrorKind.RESET, why);
    }

    /** A stream is closed once both sides have said all, or one of them broke it off: only then there is room for another. */
    private final class Streams extends Http2ConnectionAdapter {
        @Override
        public void onStreamClosed(Http2Stream stream) {
            ChannelHandlerContext to = ready;
            if (to != null && !leaving) {
                sendWaiting(to);
            }
            Http2Answer answer = answers.remove(stream.id());
            if (answer == null) {
                return;
            }
            if (answer.abandoned) {
                givenUp--;
                goOn(answer);
                return;
            }
            if (answer.whole) {
                answered++;
                client.answered(Http2Connection.this, answer.exchange, answer.outcome(), !leaving);
                return;
            }
            RequestOutcome.Failed failure = answer.failure == null ? broken : answer.failure;
            boolean idleConnectionWasClosed = answer.failure == null && answer.status == 0 && answered > 0;
            client.failed(
                    answer.exchange,
                    failure,
                    answer.unseen
                            || idleConnectionWasClosed
                                    && client.mayHaveCrossed(answer.exchange)
                                    && client.request(answer.exchange).isIdempotent());
            goOn(answer);
        }

        private void goOn(Http2Answer done) {
            if (leaving) {
                part();
            } else {
                client.vacant(Http2Connection.this, done.exchange);
            }
        }
    }

    private final class Frames extends Http2FrameAdapter {
        @Override
        public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
            settingsRead(context);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean last) {
            Http2Answer answer = answers.get(id);
            CharSequence status = headers.status();
            if (answer == null || answer.abandoned) {
                return;
            }
            answer.whole = last;
            if (status != null && status.charAt(0) != '1') { // neither trailers nor an interim answer
                answer.status = Integer.parseInt(status, 0, status.length(), 10);
                Capture capture = answer.exchange.capture;
                if (capture != null) {
                    headers.forEach(header -> capture.line(header.getKey() + ": " + header.getValue()));
                }
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context,
                int id,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean last) {
            onHeadersRead(context, id, headers, padding, last);
        }

        @Override
        public int onDataRead(ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean last) {
            Http2Answer answer = answers.get(id);
            int bytes = data.readableBytes();
            if (answer != null && !answer.abandoned) {
                answer.whole = last;
                if (!answer.found && answer.sought != null) {
                    answer.found = data.forEachByte(data.readerIndex(), bytes, answer.sought) >= 0;
                }
                if (answer.exchange.capture != null) {
                    answer.exchange.capture.body(data, bytes);
                }
            }
            return bytes + padding;
        }

        /** A stream that is refused was not looked at (RFC 9113, 8.7). */
        @Override
        public void onRstStreamRead(ChannelHandlerContext context, int id, long code) {
            Http2Answer answer = answers.get(id);
            if (answer != null) {
                answer.failure = reset("the service reset the stream: " + name(code));
                answer.unseen = code == Http2Error.REFUSED_STREAM.code();
            }
        }

        @Override
        public void onGoAwayRead(ChannelHandlerContext context, int lastSeen, long code, ByteBuf why) {
            broken = reset("the service closes the connection: " + name(code) + " "
                    + why.toString(StandardCharsets.UTF_8).strip());
            leaving = true;
            for (Http2Answer answer : answers.values()) {
                if (answer.exchange.stream > lastSeen) {
                    answer.failure = broken;
                    answer.unseen = true;
                }
            }
            List<Exchange> unsent = List.copyOf(waiting);
            waiting.clear();
            unsent.forEach(client::place);
            if (answers.isEmpty()) {
                part();
            }
        }

        private String name(long code) {
            Http2Error error = Http2Error.valueOf(code);
            return error == null ? "error " + code : error.name();
        }
    }
}
