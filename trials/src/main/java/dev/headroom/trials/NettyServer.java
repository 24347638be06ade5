package dev.headroom.trials;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import java.nio.charset.StandardCharsets;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** Servers on Netty whose two event loops the work blocks; in the twins it runs elsewhere. */
final class NettyServer {

    private static final int LOOPS = 2;

    private NettyServer() {}

    static void start(Settings settings, Work work) throws InterruptedException {
        start(settings, LOOPS, work);
    }

    static void start(Settings settings, int loops, Work work) throws InterruptedException {
        EventExecutorGroup elsewhere = settings.twin() ? new DefaultEventExecutorGroup(200) : null;
        new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(loops, NioIoHandler.newFactory()))
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(1024));
                        channel.pipeline().addLast(elsewhere, new Answering(work));
                    }
                })
                .bind(settings.port())
                .sync();
    }

    private static final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final Work work;

        Answering(Work work) {
            this.work = work;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            FullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    HttpResponseStatus.valueOf(Front.statusOf(request.uri(), work)),
                    Unpooled.copiedBuffer("done", StandardCharsets.US_ASCII));
            HttpUtil.setContentLength(response, response.content().readableBytes());
            if (!HttpUtil.isKeepAlive(request)) {
                HttpUtil.setKeepAlive(response, false);
                context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
                return;
            }
            context.writeAndFlush(response);
        }
    }

    /** Spring WebFlux, as it stands on Reactor Netty. */
    static void webFlux(Settings settings, Work work) {
        Scheduler elsewhere =
                settings.twin() ? Schedulers.newBoundedElastic(200, 100_000, "work") : Schedulers.immediate();
        var route = RouterFunctions.route(
                RequestPredicates.all(),
                request -> Mono.fromCallable(() -> Front.statusOf(request.path(), work))
                        .subscribeOn(elsewhere)
                        .flatMap(status -> ServerResponse.status(status).bodyValue("done")));
        HttpServer.create()
                .port(settings.port())
                .runOn(LoopResources.create("loop", LOOPS, true))
                .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(route)))
                .bindNow()
                .onDispose()
                .block();
    }
}
