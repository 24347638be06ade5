package dev.headroom.load;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Transport;
import dev.headroom.load.arrivals.ArrivalProcess;
import dev.headroom.load.arrivals.OpenArrivals;
import dev.headroom.load.arrivals.RequestSender;
import dev.headroom.load.generator.GeneratorWatch;
import dev.headroom.load.http.Client;
import dev.headroom.load.http.Loop;
import dev.headroom.load.http.RequestOutcome;
import dev.headroom.load.recording.Recorder;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The generator against itself, for a moment, before it touches the service: a JVM that sends its first request loads classes for 0.3 s,
 * which would stand in the first response times as if the service had been slow.
 */
public final class GeneratorWarmUp {

    private static final System.Logger LOG = System.getLogger(GeneratorWarmUp.class.getName());
    private static final Duration LENGTH = Duration.ofMillis(200);
    /** After this the load begins, whatever became of the requests. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private static final Rate RATE = Rate.perSecond(5000);
    private static final ByteBuf ANSWER = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
            .writeBytes("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok"
                    .getBytes(StandardCharsets.US_ASCII)));

    private final Loop loop;
    private final Transport transport;
    private final Consumer<ChannelPipeline> answering;

    GeneratorWarmUp(Loop loop, boolean http2) {
        this(
                loop,
                http2 ? Transport.DEFAULT.inHttp2() : Transport.DEFAULT,
                http2 ? GeneratorWarmUp::answerHttp2 : pipeline -> answer(pipeline, ANSWER));
    }

    /** @param answer what its own socket answers */
    GeneratorWarmUp(Loop loop, ByteBuf answer) {
        this(loop, Transport.DEFAULT, pipeline -> answer(pipeline, answer));
    }

    private GeneratorWarmUp(Loop loop, Transport transport, Consumer<ChannelPipeline> answering) {
        this.loop = loop;
        this.transport = transport;
        this.answering = answering;
    }

    /** Runs on the loop; {@code then} follows in any case. */
    void run(Runnable then) {
        ChannelFuture binding = new ServerBootstrap()
                .group(loop.executor())
                .channelFactory(loop::newServerChannel)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        answering.accept(channel.pipeline());
                        channel.pipeline().addLast(new Leaving());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        binding.addListener(bound -> {
            if (bound.isSuccess()) {
                loop.guarded(() -> send(binding.channel(), then)).run();
            } else {
                LOG.log(Level.DEBUG, "no warm-up: no port of its own", bound.cause());
                then.run();
            }
        });
    }

    private void send(Channel own, Runnable then) {
        int port = ((InetSocketAddress) own.localAddress()).getPort();
        Mix mix = Mix.of(Request.get(URI.create("http://127.0.0.1:" + port + "/")));
        Load.Open load = new Load.Open(RATE, LENGTH, transport, Optional.empty());
        Client client = new Client(loop, mix, transport);
        long at = System.nanoTime();
        Recorder recorder = new Recorder(Instant.now(), at, mix);
        GeneratorWatch watch = new GeneratorWatch(loop);
        OpenArrivals arrivals =
                new OpenArrivals(loop, new RequestSender(client, recorder, watch, mix, null), load, watch);
        boolean[] over = {false};
        Runnable end = () -> {
            if (over[0]) {
                return;
            }
            over[0] = true;
            arrivals.stop();
            recorder.result(watch.report("rehearsal", load, recorder, client.opened()));
            client.close(new RequestOutcome.Answered(200, true));
            own.close();
            then.run();
        };
        loop.at(at + LONGEST.toNanos(), end);
        arrivals.begin(at, new ArrivalProcess.Listener() {
            private boolean allSent;

            @Override
            public void offered() {
                allSent = true;
                ended();
            }

            @Override
            public void ended() {
                if (allSent && recorder.inFlight() == 0) {
                    end.run();
                }
            }
        });
    }

    /** Takes whatever is read at once for one request: here it is. */
    private static void answer(ChannelPipeline pipeline, ByteBuf answer) {
        pipeline.addLast(new SimpleChannelInboundHandler<ByteBuf>() {
            @Override
            protected void channelRead0(ChannelHandlerContext context, ByteBuf request) {
                context.writeAndFlush(answer.duplicate(), context.voidPromise());
            }
        });
    }

    /** Our client resets its connections when it has had its answers: netty would warn of each. */
    private static final class Leaving extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            LOG.log(Level.DEBUG, "a connection of the warm-up ended", cause);
            context.close();
        }
    }

    private static void answerHttp2(ChannelPipeline pipeline) {
        Http2Headers ok = new DefaultHttp2Headers().status("200");
        pipeline.addLast(
                Http2FrameCodecBuilder.forServer().build(), new SimpleChannelInboundHandler<Http2HeadersFrame>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext context, Http2HeadersFrame request) {
                        context.writeAndFlush(new DefaultHttp2HeadersFrame(ok, true).stream(request.stream()));
                    }
                });
    }
}
