import io.netty.bootstrap.Bootstrap;
import io.netty.channel.*;
import io.netty.channel.epoll.*;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.*;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;
import java.util.concurrent.CountDownLatch;

/** Closed load by Netty with its own HttpClientCodec, one event loop. Arguments: URI, users, iterations, epoll or nio. */
public class NettyCodec {

    public static void main(String[] arguments) throws Exception {
        URI uri = URI.create(arguments[0]);
        int users = Integer.parseInt(arguments[1]);
        int iterations = Integer.parseInt(arguments[2]);
        boolean epoll = arguments[3].equals("epoll");
        CountDownLatch left = new CountDownLatch(users);
        var loop = new MultiThreadIoEventLoopGroup(1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        var bootstrap = new Bootstrap()
                .group(loop)
                .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpClientCodec(), new User(uri, iterations, left));
                    }
                });
        long start = System.nanoTime();
        for (int user = 0; user < users; user++) {
            bootstrap.connect(uri.getHost(), uri.getPort());
        }
        left.await();
        System.out.printf("rate=%.1f%n", users * iterations / ((System.nanoTime() - start) / 1e9));
        loop.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS);
    }

    static class User extends ChannelInboundHandlerAdapter {
        final URI uri;
        final CountDownLatch left;
        int iterations;

        User(URI uri, int iterations, CountDownLatch left) {
            this.uri = uri;
            this.iterations = iterations;
            this.left = left;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            send(context);
        }

        void send(ChannelHandlerContext context) {
            if (iterations-- == 0) {
                left.countDown();
                context.close();
                return;
            }
            var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri.getPath());
            request.headers().set("Host", uri.getHost() + ":" + uri.getPort());
            context.writeAndFlush(request, context.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            boolean last = message instanceof LastHttpContent;
            ReferenceCountUtil.release(message);
            if (last) {
                send(context);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            cause.printStackTrace();
            System.exit(1);
        }
    }
}
