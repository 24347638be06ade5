package dev.headroom.load.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** One connection to the service. How it is made is the same for all versions of HTTP, what it carries is not. */
abstract sealed class Connection extends ChannelInboundHandlerAdapter permits Http1Connection, Http2Connection {

    final Client client;
    private @Nullable Channel channel;
    private boolean closed;

    /** It lies in a store of connections that can take a request. Touched by the store only. */
    boolean stored;

    Connection(Client client) {
        this.client = client;
    }

    /** Connects. Whatever it carries by then is sent once that is done. */
    void open(Channel opening, @Nullable SslHandler tls, Loop loop, InetSocketAddress address) {
        channel = opening;
        // the handshake fails too when the connection is not made at all: only the first of the two ends the request
        opening.closeFuture().addListener(done -> client.closed(this));
        loop.executor().register(opening).addListener(registered -> {
            if (!registered.isSuccess()) {
                fail(ConnectionFailures.connecting(causeOf(registered)));
                return;
            }
            opening.connect(address).addListener(connected -> {
                if (!connected.isSuccess()) {
                    fail(ConnectionFailures.connecting(causeOf(connected)));
                } else if (tls == null) {
                    connected(opening);
                } else {
                    tls.handshakeFuture().addListener(handshake -> handshakeDone(opening, handshake));
                }
            });
        });
    }

    private void handshakeDone(Channel opened, Future<?> handshake) {
        if (handshake.isSuccess()) {
            connected(opened);
        } else {
            fail(ConnectionFailures.handshake(causeOf(handshake)));
        }
    }

    /** The connection stands and, with TLS, the handshake is done. */
    abstract void connected(Channel opened);

    /** Takes a request, to be sent at once or as soon as that is possible. */
    abstract void carry(Exchange exchange);

    /** How many more requests it can take now. */
    abstract int room();

    /** Requests can be sent on it. */
    abstract boolean isReady();

    /** Lets go of a request, which others end. */
    abstract void abandon(Exchange exchange);

    /** Closes, and ends all requests that it carries. */
    abstract void fail(RequestOutcome.Failed failure);

    /** Its last answer has been read. */
    abstract void part();

    void close() {
        closed = true; // with TLS the channel has yet to say good-bye
        Channel closing = channel;
        if (closing != null) {
            closing.close();
        }
    }

    boolean isOpen() {
        return channel != null && !closed && channel.isActive();
    }

    boolean isClosed() {
        return closed;
    }

    private static Throwable causeOf(Future<?> failed) {
        Throwable cause = failed.cause();
        return cause == null ? new IllegalStateException("failed without a cause") : cause;
    }
}
