package dev.headroom.load;

import dev.headroom.core.model.load.Request;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Frame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A service that does what its path asks for: {@code /delay/MS}, {@code /status/CODE}, {@code /chunked}, {@code /until-close},
 * {@code /close}, {@code /close-unannounced}, {@code /reset}, {@code /truncated}, {@code /garbage}, {@code /hang}, {@code /every-second-breaks-off/MS}; in HTTP/2
 * {@code /refused-once}, {@code /first-connection-refuses/MS}, {@code /stream-reset}, {@code /go-away}, {@code /window}.
 */
final class TestService implements AutoCloseable {

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel listening;
    private final String scheme;

    final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    final AtomicInteger window = new AtomicInteger();
    private final AtomicReference<Channel> first = new AtomicReference<>();
    final List<Long> arrivals = new CopyOnWriteArrayList<>();
    final List<String> seen = new CopyOnWriteArrayList<>();

    TestService() throws InterruptedException {
        this(Optional.empty());
    }

    TestService(Optional<SslContext> tls) throws InterruptedException {
        this(tls, TestService::http1);
    }

    /** In HTTP/2, with so many streams at most on a connection. */
    static TestService http2(Optional<SslContext> tls, int streams) throws InterruptedException {
        return new TestService(
                tls,
                (pipeline, answerer) -> pipeline.addLast(
                        Http2FrameCodecBuilder.forServer()
                                .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(streams))
                                .build(),
                        new Http2MultiplexHandler(new ChannelInitializer<>() {
                            @Override
                            protected void initChannel(Channel stream) {
                                stream.pipeline()
                                        .addLast(
                                                new Http2StreamFrameToHttpObjectCodec(true),
                                                new HttpObjectAggregator(1 << 20),
                                                answerer.get());
                            }
                        })));
    }

    private static void http1(ChannelPipeline pipeline, Supplier<ChannelHandler> answerer) {
        pipeline.addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 20), answerer.get());
    }

    private TestService(Optional<SslContext> tls, BiConsumer<ChannelPipeline, Supplier<ChannelHandler>> protocol)
            throws InterruptedException {
        scheme = tls.isPresent() ? "https" : "http";
        listening = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        connections.incrementAndGet();
                        open.incrementAndGet();
                        channel.closeFuture().addListener(closed -> open.decrementAndGet());
                        tls.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
                        protocol.accept(channel.pipeline(), Answerer::new);
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
    }

    Request get(String path) {
        return Request.get(uri(path));
    }

    URI uri(String path) {
        int port = ((InetSocketAddress) listening.localAddress()).getPort();
        return URI.create(scheme + "://127.0.0.1:" + port + path);
    }

    int requests() {
        return arrivals.size();
    }

    int openConnections() {
        return open.get();
    }

    /** Stops the world of this service, its only thread, after {@code millis} for {@code length} ms. */
    void stallAfter(long millis, long length) {
        loops.next()
                .schedule(
                        () -> {
                            Thread.sleep(length);
                            return null;
                        },
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private final class Answerer extends SimpleChannelInboundHandler<FullHttpRequest> {

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            arrivals.add(System.nanoTime());
            String path = request.uri();
            if (seen.size() < 10) {
                seen.add(request.method() + " " + path + "\n" + request.headers() + "\n"
                        + request.content().toString(StandardCharsets.UTF_8));
            }
            String[] parts = path.split("/", -1); // "/" has two, both empty
            switch (parts[1]) {
                case "delay" ->
                    context.executor()
                            .schedule(() -> ok(context, "done"), Long.parseLong(parts[2]), TimeUnit.MILLISECONDS);
                case "status" -> answer(context, HttpResponseStatus.valueOf(Integer.parseInt(parts[2])), "as asked");
                case "chunked" ->
                    raw(
                            context,
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n");
                case "until-close" -> closing(context, "HTTP/1.1 200 OK\r\n\r\nto the end");
                case "close" -> closing(context, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
                case "close-unannounced" -> closing(context, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                case "truncated" -> closing(context, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
                case "garbage" -> raw(context, "SSH-2.0-OpenSSH_9.6\r\n");
                case "reset" -> {
                    ((SocketChannelConfig) context.channel().config()).setSoLinger(0);
                    closing(context, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
                }
                case "hang" -> {}
                case "every-second-breaks-off" -> {
                    if (arrivals.size() % 2 == 0) {
                        context.executor()
                                .schedule(
                                        () -> connectionOf(context.channel()).close(),
                                        Long.parseLong(parts[2]),
                                        TimeUnit.MILLISECONDS);
                    } else {
                        ok(context, "done");
                    }
                }
                case "window" -> {
                    Http2Connection protocol = connectionOf(context.channel())
                            .pipeline()
                            .get(Http2FrameCodec.class)
                            .connection();
                    window.set(protocol.remote().flowController().windowSize(protocol.connectionStream()));
                    ok(context, "seen");
                }
                case "refused-once" -> {
                    if (arrivals.size() == 1) {
                        frame(context, new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM));
                    } else {
                        ok(context, "at last");
                    }
                }
                case "first-connection-refuses" -> {
                    Channel own = connectionOf(context.channel());
                    if (first.compareAndSet(null, own) || first.get() == own) {
                        context.executor()
                                .schedule(
                                        () -> frame(context, new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM)),
                                        Long.parseLong(parts[2]),
                                        TimeUnit.MILLISECONDS);
                    } else {
                        ok(context, "taken");
                    }
                }
                case "stream-reset" -> frame(context, new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
                case "go-away" -> {
                    ok(context, "the last one");
                    context.channel().parent().writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
                }
                default -> ok(context, "hello");
            }
        }

        private Channel connectionOf(Channel channel) {
            return channel.parent() instanceof NioServerSocketChannel ? channel : channel.parent();
        }

        private void ok(ChannelHandlerContext context, String body) {
            answer(context, HttpResponseStatus.OK, body);
        }

        private void answer(ChannelHandlerContext context, HttpResponseStatus status, String body) {
            var response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
            response.headers().set("content-length", response.content().readableBytes());
            context.writeAndFlush(response);
        }

        private void frame(ChannelHandlerContext context, Http2Frame frame) {
            context.pipeline().firstContext().writeAndFlush(frame);
        }

        private void raw(ChannelHandlerContext context, String bytes) {
            written(context, bytes);
        }

        private void closing(ChannelHandlerContext context, String bytes) {
            written(context, bytes).addListener(ChannelFutureListener.CLOSE);
        }

        /** Past the codec, which would not let such answers through. */
        private ChannelFuture written(ChannelHandlerContext context, String bytes) {
            return context.pipeline()
                    .context(HttpServerCodec.class)
                    .writeAndFlush(Unpooled.copiedBuffer(bytes, StandardCharsets.US_ASCII));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
