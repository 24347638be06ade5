package dev.headroom.load.http;

import dev.headroom.core.model.result.ErrorKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/** A connection that carries one request at a time (HTTP/1.1 without pipelining). */
final class Http1Connection extends Connection {

    private final AnswerParser parser = new AnswerParser();
    private @Nullable Channel ready;
    private @Nullable Exchange exchange;
    private long answers;

    Http1Connection(Client client) {
        super(client);
    }

    @Override
    void connected(Channel opened) {
        ready = opened;
        Exchange first = exchange;
        if (first != null) {
            write(first, opened);
        }
    }

    @Override
    void carry(Exchange next) {
        exchange = next;
        next.connection = this;
        Channel to = ready;
        if (to != null) {
            write(next, to);
        }
    }

    private void write(Exchange next, Channel to) {
        WireRequest request = client.request(next);
        next.sent = System.nanoTime();
        parser.expectAnswerTo(request.method(), request.sought(), next.capture);
        // a failed write comes to exceptionCaught
        to.writeAndFlush(request.bytes(), to.voidPromise());
    }

    @Override
    int room() {
        return exchange == null && isOpen() ? 1 : 0;
    }

    @Override
    boolean isReady() {
        return ready != null;
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
            fail(new RequestOutcome.Failed(ErrorKind.OTHER, "not an HTTP/1.1 answer: " + e.getMessage()));
        } finally {
            bytes.release();
        }
    }

    private void answered(Exchange carried, boolean keepAlive) {
        exchange = null;
        answers++;
        RequestOutcome.Answered answer = new RequestOutcome.Answered(parser.status(), parser.bodyAsExpected());
        parser.next();
        client.answered(this, carried, answer, keepAlive);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Exchange carried = exchange;
        if (carried != null && parser.endOfStream()) {
            answered(carried, false);
        } else if (ready != null) { // else the connecting, or the handshake, tells
            fail(new RequestOutcome.Failed(ErrorKind.RESET, "the connection was closed before the answer was whole"));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (ready != null) {
            fail(ConnectionFailures.connected(cause));
        }
    }

    @Override
    void fail(RequestOutcome.Failed failure) {
        Exchange carried = exchange;
        exchange = null;
        close();
        if (carried != null) {
            boolean idleConnectionWasClosed = failure.kind() == ErrorKind.RESET && answers > 0 && !parser.begun();
            client.failed(
                    carried,
                    failure,
                    idleConnectionWasClosed
                            && client.mayHaveCrossed(carried)
                            && client.request(carried).isIdempotent());
        }
    }

    @Override
    void abandon(Exchange given) {
        exchange = null;
        close();
    }

    /** The service closes first, after a while we do: whoever does so keeps the port in TIME_WAIT. */
    @Override
    void part() {
        client.parting(this);
    }
}
