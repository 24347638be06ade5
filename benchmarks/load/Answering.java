import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.*;
import io.netty.channel.epoll.*;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.*;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.ByteProcessor;
import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The target of the comparison: answers each request after a fixed delay, with 27 bytes, and does as little else as it can.
 * Arguments: port, delay in ms; then, if wanted, workers: each answers one request at a time, the first come first, and the delay is exponential
 * with that mean (M/M/c), or "h2": it speaks HTTP/2. Prints "ready" once it listens.
 */
public class Answering {

    static final ByteBuf ANSWER = answer("Connection: keep-alive\r\n"); // ab speaks HTTP/1.0 and must be told
    static final ByteBuf LAST_ANSWER = answer("Connection: close\r\n");

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        long delay = Long.parseLong(arguments[1]);
        boolean http2 = arguments.length > 2 && arguments[2].equals("h2");
        int workers = arguments.length > 2 && !http2 ? Integer.parseInt(arguments[2]) : 0;
        boolean epoll = Epoll.isAvailable();
        var loops = new MultiThreadIoEventLoopGroup(1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        var pool = workers > 0 ? new Workers(workers, delay) : null;
        new ServerBootstrap()
                .group(loops)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 4096)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (http2) {
                            channel.pipeline().addLast(
                                    new FlushConsolidationHandler(), Http2FrameCodecBuilder.forServer().build(), new Http2Answerer(delay));
                        } else {
                            channel.pipeline().addLast(new Answerer(delay, pool));
                        }
                    }
                })
                .bind("127.0.0.1", port)
                .sync();
        System.out.println("ready");
    }

    static ByteBuf answer(String header) {
        String text = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + header
                + "Content-Length: 27\r\n\r\n{\"name\":\"Headroom\",\"id\":42}";
        return Unpooled.unreleasableBuffer(Unpooled.directBuffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII)));
    }

    static void after(long millis, EventExecutor loop, Runnable answer) {
        if (millis == 0) {
            answer.run();
        } else {
            loop.schedule(answer, millis, TimeUnit.MILLISECONDS);
        }
    }

    /** So many requests at a time, exponential service; all of it on the loop's one thread. */
    static class Workers {
        final Queue<Runnable> waiting = new ArrayDeque<>();
        final SplittableRandom random = new SplittableRandom(2);
        final double nanos;
        int free;

        Workers(int count, long mean) {
            free = count;
            nanos = mean * 1e6;
        }

        void serve(EventExecutor loop, Runnable answer) {
            if (free == 0) {
                waiting.add(answer);
                return;
            }
            free--;
            loop.schedule(
                    () -> {
                        free++;
                        if (!waiting.isEmpty()) {
                            serve(loop, waiting.remove());
                        }
                        answer.run();
                    },
                    Math.round(nanos * random.nextExponential()),
                    TimeUnit.NANOSECONDS);
        }
    }

    /** Reads heads only: the requests of the comparison have no body. */
    static class Answerer extends ChannelInboundHandlerAdapter {
        final long delay;
        final Workers workers;
        final StringBuilder head = new StringBuilder();

        Answerer(long delay, Workers workers) {
            this.delay = delay;
            this.workers = workers;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            bytes.forEachByte((ByteProcessor) each -> {
                head.append((char) each);
                return true;
            });
            bytes.release();
            int length = head.length();
            if (length >= 4 && head.charAt(length - 3) == '\n' && head.charAt(length - 1) == '\n') {
                // ab speaks HTTP/1.0 and wants no keep-alive unless told so
                boolean last = head.indexOf("HTTP/1.0") > 0 && head.indexOf("Keep-Alive") < 0 || head.indexOf("Connection: close") > 0;
                head.setLength(0);
                Runnable answer = () -> context.writeAndFlush((last ? LAST_ANSWER : ANSWER).duplicate())
                        .addListener(written -> {
                            if (last) {
                                context.close();
                            }
                        });
                if (workers != null) {
                    workers.serve(context.executor(), answer);
                } else {
                    after(delay, context.executor(), answer);
                }
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    static class Http2Answerer extends SimpleChannelInboundHandler<Http2HeadersFrame> {
        static final ByteBuf BODY = ANSWER.slice(ANSWER.readableBytes() - 27, 27);
        final Http2Headers ok = new DefaultHttp2Headers().status("200").add("content-type", "application/json").addInt("content-length", 27);
        final long delay;

        Http2Answerer(long delay) {
            this.delay = delay;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, Http2HeadersFrame request) {
            Runnable answer = () -> {
                context.write(new DefaultHttp2HeadersFrame(ok, false).stream(request.stream()));
                context.writeAndFlush(new DefaultHttp2DataFrame(BODY.duplicate(), true).stream(request.stream()));
            };
            after(delay, context.executor(), answer);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
