package dev.headroom.cases.downstream;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Listens, and answers on a few event loops. Tests of the cases start it in their own process. */
public final class Server implements AutoCloseable {
    /** Linux cuts it to {@code net.core.somaxconn}; the simulator must not be what refuses connections. */
    private static final int BACKLOG = 16_384;

    private final Settings settings;
    private final EventLoopGroup loops;
    private final Channel listener;
    private final ChannelGroup connections;

    private Server(Settings settings, EventLoopGroup loops, Channel listener, ChannelGroup connections) {
        this.settings = settings;
        this.loops = loops;
        this.listener = listener;
        this.connections = connections;
    }

    /**
     * @param args as on the command line
     * @throws IllegalArgumentException where one of them is wrong
     * @throws BindException where the port cannot be had
     */
    public static Server start(String... args) throws BindException {
        return start(Settings.parse(args));
    }

    static Server start(Settings settings) throws BindException {
        Optional<SslContext> tls = settings.https() ? Optional.of(Certificate.selfSigned()) : Optional.empty();
        Stats stats = new Stats();
        Routes routes = new Routes(settings, stats);
        Optional<Workers> workers =
                settings.workers() == 0 ? Optional.empty() : Optional.of(new Workers(settings.workers()));
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(settings.eventLoops(), NioIoHandler.newFactory());
        // Closed for good: what is accepted while it closes is closed too
        ChannelGroup connections = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        tls.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
                        channel.pipeline().addLast(new HttpServerCodec(), new Connection(routes, stats, workers));
                    }
                })
                .bind(settings.address(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            stop(loops);
            throw new BindException("cannot listen on " + settings.address() + ":" + settings.port() + ": "
                    + bound.cause().getMessage());
        }
        return new Server(settings, loops, bound.channel(), connections);
    }

    Settings settings() {
        return settings;
    }

    /** With the port that was found where any free one was asked for. */
    public URI uri() {
        int port = ((InetSocketAddress) listener.localAddress()).getPort();
        return URI.create((settings.https() ? "https://" : "http://") + settings.address() + ":" + port);
    }

    /**
     * Ends at once: what is in flight is cut off. Loops that end close no connection themselves, and its client would wait for as long as
     * this process lives.
     */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        stop(loops);
    }

    private static void stop(EventLoopGroup loops) {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
