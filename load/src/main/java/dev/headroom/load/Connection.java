package dev.headroom.load;

import dev.headroom.core.model.ErrorKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** One connection to the service, which carries one request at a time (HTTP/1.1 without pipelining). */
final class Connection extends ChannelInboundHandlerAdapter {

    private final Client client;
    private final AnswerParser parser = new AnswerParser();
    private @Nullable Channel channel;
    private @Nullable Exchange exchange;
    private boolean ready;
    private long answers;

    Connection(Client client) {
        this.client = client;
    }

    /** Connects and, once that is done, sends {@code first}. */
    void open(Channel opening, @Nullable SslHandler tls, Loop loop, InetSocketAddress address, Exchange first) {
        channel = opening;
        exchange = first;
        // the handshake fails too when the connection is not made at all: only the first of the two ends the request
        opening.closeFuture().addListener(done -> client.closed(this));
        loop.executor().register(opening).addListener(registered -> {
            if (!registered.isSuccess()) {
                fail(Failures.connecting(causeOf(registered)));
                return;
            }
            opening.connect(address).addListener(connected -> {
                if (!connected.isSuccess()) {
                    fail(Failures.connecting(causeOf(connected)));
                } else if (tls == null) {
                    becomeReady();
                } else {
                    tls.handshakeFuture().addListener(this::handshakeDone);
                }
            });
        });
    }

    private void handshakeDone(Future<?> handshake) {
        if (handshake.isSuccess()) {
            becomeReady();
        } else {
            fail(Failures.handshake(causeOf(handshake)));
        }
    }

    private void becomeReady() {
        ready = true;
        Exchange first = exchange;
        if (first != null) {
            carry(first);
        }
    }

    void carry(Exchange next) {
        exchange = next;
        next.connection = this;
        Channel to = channel;
        if (to != null) {
            WireRequest request = client.request(next);
            parser.expectAnswerTo(request.method(), request.sought(), next.capture);
            // a failed write comes to exceptionCaught
            to.writeAndFlush(request.bytes(), to.voidPromise());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            Exchange carried = exchange;
            if (carried == null) {
                close(); // bytes that no one asked for
            } else if (parser.read(bytes)) {
                answered(carried, parser.keepAlive() && !bytes.isReadable());
            }
        } catch (NotHttpException e) {
            fail(new Outcome.Failed(ErrorKind.OTHER, "not an HTTP/1.1 answer: " + e.getMessage()));
        } finally {
            bytes.release();
        }
    }

    private void answered(Exchange carried, boolean keepAlive) {
        exchange = null;
        answers++;
        Outcome.Answered answer = new Outcome.Answered(parser.status(), parser.bodyAsExpected());
        parser.next();
        client.answered(this, carried, answer, keepAlive);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Exchange carried = exchange;
        if (carried != null && parser.endOfStream()) {
            answered(carried, false);
        } else if (ready) { // else the connecting, or the handshake, tells
            fail(new Outcome.Failed(ErrorKind.RESET, "the connection was closed before the answer was whole"));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (ready) {
            fail(Failures.connected(cause));
        }
    }

    private void fail(Outcome.Failed failure) {
        Exchange carried = exchange;
        exchange = null;
        close();
        if (carried != null) {
            boolean idleConnectionWasClosed = failure.kind() == ErrorKind.RESET && answers > 0 && !parser.begun();
            client.failed(carried, failure, idleConnectionWasClosed);
        }
    }

    /** Lets go of its request, which others end, and closes. */
    void abandon() {
        exchange = null;
        close();
    }

    void close() {
        Channel closing = channel;
        if (closing != null) {
            closing.close();
        }
    }

    boolean isOpen() {
        return channel != null && channel.isActive();
    }

    /** Connected and, with TLS, through with the handshake. */
    boolean isReady() {
        return ready;
    }

    private static Throwable causeOf(Future<?> failed) {
        Throwable cause = failed.cause();
        return cause == null ? new IllegalStateException("failed without a cause") : cause;
    }
}
