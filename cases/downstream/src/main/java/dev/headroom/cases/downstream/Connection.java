package dev.headroom.cases.downstream;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One connection. Its requests are answered one after the other, as HTTP/1.1 asks; a request in flight is a timer of
 * the event loop and no thread, so that ten thousand of them cost next to nothing. An answer is never early, and up to
 * 1 ms late: the selector waits for whole milliseconds.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    /** Pipelined requests that may wait here before reading stops. */
    private static final int PIPELINED = 16;

    private final Routes routes;
    private final Stats stats;
    private final Optional<Workers> workers;
    private final Deque<HttpRequest> waiting = new ArrayDeque<>();
    private boolean busy;
    private boolean counted;
    private Optional<Future<?>> timer = Optional.empty();

    Connection(Routes routes, Stats stats, Optional<Workers> workers) {
        this.routes = routes;
        this.stats = stats;
        this.workers = workers;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        stats.connected();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest request) {
                waiting.add(request);
                // Only with pipelining: a connection must go on reading otherwise, to see that its client has gone
                context.channel().config().setAutoRead(waiting.size() < PIPELINED);
                serveNext(context);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void serveNext(ChannelHandlerContext context) {
        while (!busy && !waiting.isEmpty() && context.channel().isActive()) {
            busy = true;
            serve(context, waiting.remove());
        }
        if (waiting.isEmpty()) {
            context.channel().config().setAutoRead(true);
        }
    }

    private void serve(ChannelHandlerContext context, HttpRequest request) {
        long arrival = System.nanoTime();
        switch (answer(request)) {
            case Answer.Aside aside -> send(context, request, aside.status(), aside.json());
            case Answer.Never never -> count();
            case Answer.Delayed delayed -> {
                count();
                if (workers.isPresent()) {
                    workers.get().give(context.executor(), delayed.delay(), () -> finish(context, request, delayed));
                    return;
                }
                long left = delayed.delay().toNanos() - (System.nanoTime() - arrival);
                timer = Optional.of(context.executor()
                        .schedule(() -> finish(context, request, delayed), left, TimeUnit.NANOSECONDS));
            }
        }
    }

    private Answer answer(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return new Answer.Aside(HttpResponseStatus.BAD_REQUEST, """
                    {"error":"not an HTTP/1.1 request"}""");
        }
        if (!HttpMethod.GET.equals(request.method())) {
            return new Answer.Aside(HttpResponseStatus.METHOD_NOT_ALLOWED, """
                    {"error":"only GET is known here"}""");
        }
        int query = request.uri().indexOf('?');
        return routes.answer(query < 0 ? request.uri() : request.uri().substring(0, query));
    }

    private void count() {
        stats.arrived();
        counted = true;
    }

    private void finish(ChannelHandlerContext context, HttpRequest request, Answer.Delayed delayed) {
        if (!counted) {
            return; // a worker is done with it, and its client has gone
        }
        counted = false;
        timer = Optional.empty();
        stats.answered(delayed.route(), delayed.status().code());
        send(context, request, delayed.status(), delayed.json());
        serveNext(context);
    }

    private void send(ChannelHandlerContext context, HttpRequest request, HttpResponseStatus status, String json) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(json.getBytes(StandardCharsets.UTF_8)));
        boolean keepAlive =
                HttpUtil.isKeepAlive(request) && request.decoderResult().isSuccess();
        HttpUtil.setContentLength(response, response.content().readableBytes());
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
        HttpUtil.setKeepAlive(response.headers(), request.protocolVersion(), keepAlive);
        busy = false;
        var written = context.writeAndFlush(response);
        if (!keepAlive) {
            waiting.clear();
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stats.disconnected();
        waiting.clear();
        timer.ifPresent(pending -> pending.cancel(false));
        if (counted) {
            counted = false;
            stats.abandoned();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        // A client that resets its connection is counted as gone by channelInactive; anything else is worth a line
        if (!(failure instanceof IOException)) {
            System.err.println("downstream: " + context.channel().remoteAddress() + ": " + failure);
        }
        context.close();
    }
}
